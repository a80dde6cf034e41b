// Somebody who works on a site while it is updated.
import { createSession } from '../../src/features/auth/sessions.ts'
import { keyedDigest } from '../../src/lib/crypto.ts'
import { type Installed, SECRET } from '../features/mises-a-jour/delivery.ts'

/** Saves and reads without a pause until it is stopped: what was acknowledged, and what went wrong. */
export async function user({ site }: Installed, address: string, userId: number) {
  const session = await createSession(site.db, userId, null)
  const seen = { saved: [] as string[], refused: 0, reads: 0, unread: [] as number[] }
  let isOn = true
  let n = 0
  const save = async () => {
    n += 1
    const nom = `Section ${n} de ${session.slice(0, 8)}`
    const body = new URLSearchParams({ nom, _csrf: keyedDigest(SECRET, 'csrf', session) })
    const request = { method: 'POST', body, redirect: 'manual' as const, headers: { cookie: `session=${session}` } }
    const { status, headers } = await fetch(new URL('/admin/sections', address), request)
    if (status === 303 && headers.get('location')?.endsWith('/admin/sections')) seen.saved.push(nom)
    else seen.refused += 1
  }
  const read = async () => {
    const { status } = await fetch(new URL('/login', address), { redirect: 'manual' })
    seen.reads += 1
    if (status !== 200 && status !== 303) seen.unread.push(status)
  }
  const loop = (async () => {
    while (isOn) {
      await save()
      await read()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  return async () => {
    isOn = false
    await loop
    return seen
  }
}

/** Names of those that are there. */
export async function sections({ site }: Installed): Promise<string[]> {
  const rows = await site.db.selectFrom('sections').select('nom').execute()
  return rows.map(({ nom }) => nom)
}
