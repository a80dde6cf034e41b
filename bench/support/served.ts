// A site served by processes of its own, as `npm start` runs them.
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/db/open.ts'
import { createSession } from '../../src/features/auth/sessions.ts'
import { keyedDigest } from '../../src/lib/crypto.ts'
import type { Site } from './beat.ts'
import { freePort, untilAnswer } from './server.ts'

const SECRET = 'banc'.repeat(16)

async function stopped(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

/** `processes`: as PROCESSES says it; '' leaves it to the site. */
export interface Served extends Pick<Site, 'made' | 'records' | 'beatMs'> {
  processes: string
}

/** Serves the database, while `work` asks it as the first of its people. */
export async function served(
  storage: string,
  url: string,
  { processes, ...pace }: Served,
  work: (site: Site) => Promise<void>,
): Promise<void> {
  writeFileSync(join(storage, 'config.json'), JSON.stringify({ secret: SECRET, database: url }))
  writeFileSync(join(storage, 'installed'), 'banc\n')
  const port = await freePort()
  const env = {
    HOST: '127.0.0.1',
    PORT: String(port),
    STORAGE_DIR: storage,
    DATABASE_URL: '',
    PROCESSES: processes,
  }
  const child = spawn('sh', ['bin/start'], { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] })
  const db = openDatabase(url)
  try {
    await untilAnswer(port)
    const session = await createSession(db, 1, 'banc')
    const csrf = keyedDigest(SECRET, 'csrf', session)
    await work({ ...pace, port, pid: child.pid ?? 0, db, cookie: `session=${session}`, csrf })
  } finally {
    await db.destroy()
    await stopped(child)
  }
}
