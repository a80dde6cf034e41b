import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import type { Mark } from '../../../db/schema-alertes.ts'
import { plural } from '../../../lib/text.ts'
import { type NotifyOptions, notify } from '../../notifications/actions.ts'
import { enqueue } from '../../taches/actions.ts'
import type { AwaitedYears } from '../queries/awaited.ts'
import type { News } from '../queries/news.ts'
import type { SavedSearch } from '../queries/saved.ts'

/** The kind of the tasks that send one person one mail of all that is new; payload: `MailedNews`. */
export const NEWS_MAIL_TASK = 'courriel.alertes'

/** Acts of a search that a mail names. */
export const MAX_NAMED = 10

/** Ids alone: what may be told of them is asked when the mail leaves. */
export interface MailedNews {
  user_id: number
  recherches: { id: number; n: number; isMore: boolean; releves: number[] }[]
  attentes: number[]
  /** Searches that nobody looked at for a year. */
  demandes: number[]
}

/** All that there is to tell one person. */
export interface Telling {
  user_id: number
  /** Those whose turn it is, something new or not. */
  due: { search: SavedSearch; news: News }[]
  done: AwaitedYears[]
  asked: SavedSearch[]
}

const titleOf = (news: readonly { n: number; isMore: boolean }[], { done, asked }: Telling): string => {
  const acts = news.reduce((sum, { n }) => sum + n, 0)
  const isMore = news.some((one) => one.isMore)
  return [
    ...(acts > 0
      ? [
          `${isMore ? 'plus de ' : ''}${plural(acts, 'acte', 'actes')} pour ${plural(news.length, 'recherche', 'recherches')}`,
        ]
      : []),
    ...(done.length > 0 ? [plural(done.length, 'registre attendu est fait', 'registres attendus sont faits')] : []),
    ...(asked.length > 0
      ? [plural(asked.length, 'recherche est-elle toujours utile', 'recherches sont-elles toujours utiles')]
      : []),
  ].join(', ')
}

/** Moves the mark of these searches; false for those that somebody else moved, or that are gone. */
async function moved(trx: Trx, searches: readonly SavedSearch[], upTo: Mark, now: string): Promise<Set<number>> {
  const ids = new Set<number>()
  for (const { id, dit_at } of searches) {
    const { numUpdatedRows } = await trx
      .updateTable('recherches_gardees')
      .set({ dit_marque: JSON.stringify(upTo), dit_at: now })
      .where('id', '=', id)
      .where('dit_at', '=', dit_at)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) ids.add(id)
  }
  return ids
}

/**
 * Tells one person everything, in the transaction that moves the marks: whoever is killed before has told nothing, and whoever comes
 * after finds nothing left to be told.
 */
export function tell(db: Db, telling: Telling, upTo: Mark, options: NotifyOptions): Promise<void> {
  const { user_id, due, done, asked } = telling
  const now = options.now.toISOString()
  return db.transaction().execute(async (trx) => {
    const turned = await moved(
      trx,
      due.map(({ search }) => search),
      upTo,
      now,
    )
    const news = due
      .filter(({ search, news: { keys } }) => turned.has(search.id) && keys.length > 0)
      .map(({ search: { id, frequence }, news: { keys, isMore } }) => ({
        ...{ id, frequence, isMore, n: keys.length },
        releves: keys.slice(0, MAX_NAMED).map(({ releve_id }) => releve_id),
      }))
    const attentes = await fulfilled(trx, done, now)
    const demandes = await askedNow(trx, asked, now)
    if (news.length + attentes.length + demandes.length === 0) return
    await notify(trx, 'Alerte', { user_id, cle: now, titre: titleOf(news, telling) }, options)
    if (!options.mails) return
    const recherches = news.filter(({ frequence }) => frequence !== 'site').map(({ frequence: _, ...one }) => one)
    const mail: MailedNews = { user_id, recherches, attentes, demandes }
    if (recherches.length + attentes.length + demandes.length > 0)
      await enqueue(trx, { kind: NEWS_MAIL_TASK, payload: { ...mail } }, options.now)
  })
}

/** Those that nobody told of before. */
async function fulfilled(trx: Trx, done: readonly AwaitedYears[], now: string): Promise<number[]> {
  if (done.length === 0) return []
  const rows = await trx
    .updateTable('couverture_attentes')
    .set({ faite_at: now })
    .where((eb) =>
      dialectOf(trx).sql.inList(
        eb.ref('id'),
        done.map(({ id }) => id),
      ),
    )
    .where('faite_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function askedNow(trx: Trx, asked: readonly SavedSearch[], now: string): Promise<number[]> {
  if (asked.length === 0) return []
  const rows = await trx
    .updateTable('recherches_gardees')
    .set({ demande_at: now })
    .where((eb) =>
      dialectOf(trx).sql.inList(
        eb.ref('id'),
        asked.map(({ id }) => id),
      ),
    )
    .where('demande_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Moves the marks of searches for which there is nothing to tell, all at once. */
export async function passOver(db: Db, searches: readonly SavedSearch[], upTo: Mark, now: string): Promise<void> {
  if (searches.length === 0) return
  await db
    .updateTable('recherches_gardees')
    .set({ dit_marque: JSON.stringify(upTo), dit_at: now })
    .where((eb) =>
      dialectOf(db).sql.inList(
        eb.ref('id'),
        searches.map(({ id }) => id),
      ),
    )
    .where('dit_at', '<', now)
    .execute()
}

/** Searches of which nobody said that they are still of use stop. */
export async function stopSearches(db: Db, searches: readonly SavedSearch[], now: string): Promise<void> {
  if (searches.length === 0) return
  await db
    .updateTable('recherches_gardees')
    .set({ arretee_at: now })
    .where((eb) =>
      dialectOf(db).sql.inList(
        eb.ref('id'),
        searches.map(({ id }) => id),
      ),
    )
    .execute()
}
