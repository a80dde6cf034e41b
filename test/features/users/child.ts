// A process that serves the site of a database, as one of several would: for races between processes. Argument: address of the
// database. Writes its port on the standard output; ends when the standard input closes.

import { serve } from '@hono/node-server'
import { createApp } from '../../../src/app.tsx'
import { openDatabase } from '../../../src/db/open.ts'
import { DEFAULT_SETTINGS } from '../../../src/features/parametres/store.ts'
import { silentLog } from '../../../src/lib/log.ts'
import { noProxies } from '../../../src/lib/network.ts'
import type { Deps } from '../../../src/web/env.ts'
import { Traffic } from '../../../src/web/traffic.ts'

const [url = '', secret = ''] = process.argv.slice(2)
const deps: Deps = {
  db: openDatabase(url),
  clock: () => new Date(),
  log: { ...silentLog, error: (message, fields) => process.stderr.write(`${message} ${String(fields?.error)}\n`) },
  settings: {
    read: () => ({ ...DEFAULT_SETTINGS, public_origin: 'http://localhost' }),
    write: () => {
      throw new Error('nothing is set here')
    },
    save: () => Promise.reject(new Error('nothing is set here')),
  },
  assets: {
    css: '',
    js: [],
    pages: [],
    saisie: [],
    ordre: [],
    carte: { js: [], css: [] },
  } as unknown as Deps['assets'],
  assetsFolder: 'static',
  storage: '/nowhere',
  secret,
  appUrl: undefined,
  trustProxy: noProxies,
  updateServer: undefined,
  isImage: false,
  version: '0',
  traffic: new Traffic(),
  runCommand: () => undefined,
  isAccessLogged: false,
}
const server = serve({ fetch: createApp(deps).fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.stdout.write(`${port}\n`),
)
process.stdin.resume().once('end', () => {
  server.close()
  process.exit(0)
})
