import { onTestFinished } from 'vitest'
import { migrateToLatest } from '../../src/db/migrate.ts'
import { copiesOf, openDatabase } from '../../src/db/open.ts'
import type { Db } from '../../src/db/schema.ts'
import { ownServer } from './postgres.ts'
import { followServer, type Replica } from './replica.ts'

/** Ten of them are late, eight without a word are silent. */
export const LOOK_MS = 50

/** A server of its own with a migrated database, and copies that follow it and are read. */
export async function followedServer(count: number) {
  // A write that was answered is on its way to the copies.
  const primary = await ownServer(undefined, ['synchronous_commit=on'])
  onTestFinished(primary.stop)
  const plain = openDatabase(primary.url)
  await migrateToLatest(plain).finally(() => plain.destroy())
  const replicas: Replica[] = []
  for (let n = 0; n < count; n += 1) {
    const replica = await followServer(primary)
    onTestFinished(replica.stop)
    replicas.push(replica)
  }
  const db = openDatabase(primary.url, { isWatched: true, lookMs: LOOK_MS, copies: replicas.map(({ url }) => url) })
  onTestFinished(() => db.destroy())
  const { db: reads, copies } = known(db)
  const used = () => copies.states().map(({ isUsed }) => isUsed)
  await untilTrue(() => used().every(Boolean))
  /** Every copy holds what is written now. */
  const caughtUp = async () => {
    const position = await copies.position()
    await untilTrue(() => copies.states().every((copy) => copy.position >= position))
  }
  return { primary, replicas, db, reads, copies, used, caughtUp }
}

function known(db: Db) {
  const followed = copiesOf(db)
  if (!followed) throw new Error('no copies')
  return followed
}

async function untilTrue(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue(); tries += 1) {
    if (tries > 400) throw new Error('the copies are not read')
    await new Promise((later) => setTimeout(later, 50))
  }
}
