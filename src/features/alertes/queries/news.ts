import { dialectOf, earlier, type FoundKey } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import type { Mark } from '../../../db/schema-alertes.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { visibleSourceIds } from '../../droits/policy.ts'
import { keysAmong, type Prepared, prepare } from '../../recherche/queries/among.ts'
import { sourcesMeeting } from '../../recherche/queries/conditions.ts'
import type { Criteria } from '../../recherche/rules/criteria.ts'
import { firstIds, hasUndone } from '../../releves/import/queries/undone.ts'
import { isBeyond, isNew, lowestOf } from '../rules/marks.ts'
import { sourcesWritten, validatedSince, type Written, writtenSince } from './written.ts'

/** A search with its reader, and how far that one has looked, each time that counts. */
export interface Watch {
  user: CurrentUser
  adresse: string
  criteria: Criteria
  looks: Mark[]
}

export interface News {
  /** In the order of dates. */
  keys: FoundKey[]
  /** There are more than these. */
  isMore: boolean
}

interface Asked {
  /** Where everything ends that is told now. */
  upTo: Mark
  /** Acts of one search that are told at most. */
  most: number
  /** Others have their turn between two searches. */
  rest?: () => Promise<void>
}

/** Searches of several people that ask the same of the same sources. */
interface Group {
  adresse: string
  criteria: Criteria
  sources: number[]
  watches: Watch[]
}

/** Each thing that several searches or readers share is read once. */
class Shared {
  readonly #db: Db
  readonly #known = new Map<string, Promise<unknown>>()

  constructor(db: Db) {
    this.#db = db
  }

  #once<T>(name: string, read: () => Promise<T>): Promise<T> {
    const known = (this.#known.get(name) as Promise<T> | undefined) ?? read()
    this.#known.set(name, known)
    return known
  }

  /** undefined: all. */
  visible(user: CurrentUser): Promise<ReadonlySet<number> | undefined> {
    return this.#once(`lecteur ${user.id}`, async () => {
      const ids = await visibleSourceIds(this.#db, user)
      return ids && new Set(ids)
    })
  }

  /** Keeps of these sources those that are asked for. */
  async asked({ adresse, criteria }: Watch, ids: number[]): Promise<number[]> {
    const name = `sources ${adresse} ${ids}`
    return this.#once(name, () => sourcesMeeting(this.#db, criteria, ids))
  }

  prepared({ adresse, criteria }: Group): Promise<Prepared> {
    return this.#once(`mots ${adresse}`, () => prepare(this.#db, criteria))
  }

  all(): Promise<number[]> {
    return this.#once('toutes', async () => {
      const rows = await this.#db.selectFrom('sources').select('id').orderBy('id').execute()
      return rows.map(({ id }) => id)
    })
  }

  hasUndone(): Promise<boolean> {
    return this.#once('defaits', () => hasUndone(this.#db))
  }
}

async function groupsOf(watches: readonly Watch[], written: Written, shared: Shared): Promise<Group[]> {
  const groups = new Map<string, Group>()
  for (const watch of watches) {
    const touched = sourcesWritten(written, watch.looks) ?? (await shared.all())
    const visible = await shared.visible(watch.user)
    const seen = visible ? touched.filter((id) => visible.has(id)) : touched
    if (seen.length === 0) continue
    const sources = (await shared.asked(watch, seen)).toSorted((a, b) => a - b)
    if (sources.length === 0) continue
    const key = `${watch.adresse} ${sources}`
    const group = groups.get(key) ?? { adresse: watch.adresse, criteria: watch.criteria, sources, watches: [] }
    group.watches.push(watch)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** A record as far as it says whether it is news. */
interface Fact extends FoundKey {
  source_id: number
  created_at: string
  /** The id that it had when it was there for the first time. */
  origin: number
}

async function factsOf(db: Db, keys: readonly FoundKey[], shared: Shared): Promise<Fact[]> {
  const ids = keys.map(({ releve_id }) => releve_id)
  const rows = await db
    .selectFrom('releves')
    .select(['id', 'source_id', 'import_id', 'created_at'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids))
    .execute()
  const imported = rows.filter(({ import_id }) => import_id !== null).map(({ id }) => id)
  const first =
    imported.length > 0 && (await shared.hasUndone()) ? await firstIds(db, imported) : new Map<number, number>()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return keys.flatMap(({ jour, releve_id }) => {
    const row = byId.get(releve_id)
    if (!row) return []
    const { source_id, created_at } = row
    return [{ jour, releve_id, source_id, created_at, origin: Math.min(releve_id, first.get(releve_id) ?? releve_id) }]
  })
}

function isNews(
  { releve_id, source_id, created_at, origin }: Fact,
  looks: Mark[],
  written: Written,
  upTo: Mark,
): boolean {
  // Whoever looks next is told of it then.
  if (isBeyond(upTo.releve, releve_id)) return false
  const since = validatedSince(written, source_id, looks)
  return isNew(looks, 'releve', origin) || (since !== undefined && created_at > since)
}

async function readGroup(
  db: Db,
  { sources, watches, ...group }: Group,
  { written, shared, asked: { upTo, most } }: { written: Written; shared: Shared; asked: Asked },
): Promise<Map<Watch, News>> {
  const prepared = await shared.prepared({ sources, watches, ...group })
  const found = new Map(watches.map((watch) => [watch, [] as Fact[]]))
  const isValidated = (id: number) => watches.some(({ looks }) => validatedSince(written, id, looks) !== undefined)
  const validated = sources.filter(isValidated)
  const others = sources.filter((id) => !validated.includes(id))
  const afterId = Math.min(...watches.map(({ looks }) => lowestOf(looks, 'releve')))
  const isFull = () => [...found.values()].every((facts) => facts.length > most)
  for (const part of [
    { sourceIds: validated, afterId: undefined },
    { sourceIds: others, afterId },
  ])
    for await (const keys of keysAmong(db, prepared, part)) {
      const facts = await factsOf(db, keys, shared)
      for (const [watch, list] of found) list.push(...facts.filter((fact) => isNews(fact, watch.looks, written, upTo)))
      if (isFull()) break
    }
  return new Map(
    [...found].map(([watch, facts]) => {
      const keys = facts.sort(earlier).slice(0, most)
      return [watch, { keys, isMore: facts.length > most }]
    }),
  )
}

const NOTHING: News = { keys: [], isMore: false }

/**
 * Finds what is new to each reader: acts that were written, or whose source was validated, since the looks, in sources that he or she sees at
 * this moment. Searches that ask the same of the same sources are asked once.
 */
export async function newsOf(db: Db, watches: readonly Watch[], asked: Asked): Promise<Map<Watch, News>> {
  const news = new Map<Watch, News>(watches.map((watch) => [watch, NOTHING]))
  if (watches.length === 0) return news
  const shared = new Shared(db)
  const written = await writtenSince(
    db,
    watches.map(({ looks }) => looks),
    asked.upTo,
  )
  for (const group of await groupsOf(watches, written, shared)) {
    for (const [watch, found] of await readGroup(db, group, { written, shared, asked })) news.set(watch, found)
    await asked.rest?.()
  }
  return news
}
