// Fields of all types share their values by kind of name (`valeurs_genres`). Saves keep that true; what was there before, and what
// changes when a field becomes another part of a person, is summed up from the values of the fields, a window of keys at a time.
import { sql } from 'kysely'
import { GENRES, type Genre, partsOfGenre } from '../../champs/genres.ts'
import { dialectOf } from '../../db/dialect/index.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { keepPayload } from '../taches/actions.ts'
import type { TaskDeps, TaskHandler, TaskRun } from '../taches/loop.ts'
import { COUNT_GENRES } from '../types-sources/reindex-queue.ts'
import { SHARED_TYPES } from './rules/values.ts'

/** Keys of one field in a step at most; a transaction of some tens of milliseconds, with dozens of fields. */
const WINDOW = 300

async function champsOfGenre(db: Db, genre: Genre): Promise<number[]> {
  const rows = await db
    .selectFrom('champs')
    .select('id')
    .where('partie', 'in', partsOfGenre(genre))
    .where('type', 'in', SHARED_TYPES)
    .execute()
  return rows.map(({ id }) => id)
}

/** The last key of the window after one: where the first of the fields has come to its last; undefined where the rest is one window. */
async function endOfWindow(db: Db, champs: readonly number[], apres: string): Promise<string | undefined> {
  const ends: string[] = []
  for (const champ of champs) {
    const end = await db
      .selectFrom('valeurs')
      .select('cle')
      .where('champ_id', '=', champ)
      .where('cle', '>', apres)
      .orderBy('cle')
      .limit(1)
      .offset(WINDOW)
      .executeTakeFirst()
    if (end) ends.push(end.cle)
  }
  return ends.toSorted()[0]
}

interface Window {
  genre: Genre
  champs: readonly number[]
  apres: string
  jusque: string | undefined
}

/** In the order of the keys, as saves write them: two that wait for each other crosswise would both be lost. */
async function sumWindow(trx: Trx, { genre, champs, apres, jusque }: Window): Promise<void> {
  const inWindow = trx
    .selectFrom('valeurs')
    .where((eb) => dialectOf(trx).sql.inList(eb.ref('champ_id'), champs))
    .where('cle', '>', apres)
    .$if(jusque !== undefined, (query) => query.where('cle', '<=', jusque ?? ''))
  await trx
    .insertInto('valeurs_genres')
    .columns(['genre', 'cle', 'valeur', 'n'])
    .expression(
      inWindow
        .select((eb) => [sql<string>`${sql.lit(genre)}`.as('genre'), 'cle', 'valeur', eb.fn.sum<number>('n').as('n')])
        .groupBy(['cle', 'valeur'])
        .orderBy('cle')
        .orderBy('valeur'),
    )
    .onConflict((conflict) =>
      conflict.columns(['genre', 'cle', 'valeur']).doUpdateSet((eb) => ({ n: eb.ref('excluded.n') })),
    )
    .execute()
}

/** Takes out what no field of the kind holds any more; by itself, so that it holds nothing while it waits. */
async function dropUnheld(db: Db, { genre, champs, apres, jusque }: Window): Promise<void> {
  await db
    .deleteFrom('valeurs_genres')
    .where('genre', '=', genre)
    .where('cle', '>', apres)
    .$if(jusque !== undefined, (query) => query.where('cle', '<=', jusque ?? ''))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('valeurs')
            .select('n')
            .where(dialectOf(db).sql.inList(sql<number>`valeurs.champ_id`, champs))
            .whereRef('valeurs.cle', '=', 'valeurs_genres.cle')
            .whereRef('valeurs.valeur', '=', 'valeurs_genres.valeur'),
        ),
      ),
    )
    .execute()
}

/** Sums up a kind from `apres` on. `done`: told how far it is. */
async function sumGenre(db: Db, genre: Genre, begun: string, done: (apres: string) => Promise<void>): Promise<void> {
  for (let apres: string | undefined = begun; apres !== undefined; ) {
    // Read anew: fields come and go meanwhile.
    const champs = await champsOfGenre(db, genre)
    const jusque: string | undefined = await endOfWindow(db, champs, apres)
    const window = { genre, champs, apres, jusque }
    await db.transaction().execute((trx) => sumWindow(trx, window))
    await dropUnheld(db, window)
    if (jusque !== undefined) await done(jusque)
    apres = jusque
  }
}

/** A task without a kind is that of the migration: all of them. */
async function run({ db }: TaskDeps, { task, alive }: TaskRun): Promise<void> {
  const { genre, apres = '' } = task.payload as { genre?: Genre; apres?: string }
  const at = genre === undefined ? 0 : GENRES.indexOf(genre)
  const isAll = task.payload.tous !== undefined || genre === undefined
  for (const [i, one] of GENRES.slice(at, isAll ? undefined : at + 1).entries()) {
    await sumGenre(db, one, i === 0 ? apres : '', async (to) => {
      await keepPayload(db, task, { genre: one, apres: to, ...(isAll ? { tous: true } : {}) })
      await alive()
    })
  }
}

/** Run twice, or again from the middle, it does no harm: it writes what it reads. */
export const countGenresHandlers: Record<string, TaskHandler> = { [COUNT_GENRES]: { run } }
