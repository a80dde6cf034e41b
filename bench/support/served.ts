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

interface Base {
  url: string
  secret: string
  /** As PROCESSES says it; '' leaves it to the site. */
  processes?: string
}

/** Serves a database, while `work` asks the port; `pid` is the supervisor. */
export async function serving(
  storage: string,
  { url, secret, processes = '' }: Base,
  work: (port: number, pid: number) => Promise<void>,
): Promise<void> {
  writeFileSync(join(storage, 'config.json'), JSON.stringify({ secret, database: url }))
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
  try {
    await untilAnswer(port)
    await work(port, child.pid ?? 0)
  } finally {
    await stopped(child)
  }
}

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
  const db = openDatabase(url)
  try {
    await serving(storage, { url, secret: SECRET, processes }, async (port, pid) => {
      const session = await createSession(db, 1, 'banc')
      const csrf = keyedDigest(SECRET, 'csrf', session)
      await work({ ...pace, port, pid, db, cookie: `session=${session}`, csrf })
    })
  } finally {
    await db.destroy()
  }
}
