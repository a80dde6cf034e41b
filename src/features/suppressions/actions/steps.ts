import type { Db, Trx } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Actor } from '../../journal/actions.ts'
import { record } from '../../journal/actions.ts'
import { enqueue } from '../../taches/actions.ts'
import { putBackSource, takeBackLine, takeOutSource } from './content.ts'

/** Kinds of the tasks that take a source out, and bring it back; their payload is the id of its line. */
export const RETRAIT = 'source_retrait'
export const RETOUR = 'source_retour'

interface Leaving {
  id: number
  titre: string
  section_id: number | null
  nb_releves: number
}

const LEAVING = 'Cette source est déjà en cours de suppression, ou de rétablissement.'

/** Nobody writes in the source any more. AppError « conflit » where it is leaving already, or has got a record since it was read. */
async function hold(trx: Trx, source: Leaving, at: string): Promise<void> {
  const held = await trx
    .updateTable('sources')
    .set((eb) => ({ retrait_at: at, version: eb('version', '+', 1) }))
    .where('id', '=', source.id)
    .where('retrait_at', 'is', null)
    .returning('nb_releves')
    .executeTakeFirst()
  if (!held) throw new AppError('conflit', LEAVING)
  if (source.nb_releves === 0 && held.nb_releves > 0)
    throw new AppError('conflit', 'Un relevé vient d’être saisi dans cette source\u00a0: elle n’a pas été supprimée.')
}

/** Holds any record or version of it? Then it leaves by a file. */
export async function isBare(db: Db, sourceId: number): Promise<boolean> {
  const version = await db
    .selectFrom('releve_versions')
    .select('id')
    .where('source_id', '=', sourceId)
    .limit(1)
    .executeTakeFirst()
  return version === undefined
}

/**
 * Deletes a source, so that it may come back: at once where it never held a record; otherwise nobody writes in it from here on, and a
 * task takes it out. Returns the id of its line. In a transaction.
 */
export async function deleteSource(trx: Trx, source: Leaving, by: Actor, now: Date): Promise<number> {
  const at = now.toISOString()
  await hold(trx, source, at)
  const bare = await isBare(trx, source.id)
  const { id } = await trx
    .insertInto('sources_supprimees')
    .values({
      ...{ source_id: source.id, titre: source.titre, section_id: source.section_id, nb_releves: source.nb_releves },
      ...{
        etat: bare ? 'supprimee' : 'ecriture',
        fichier: bare ? '' : `source-${source.id}-${now.getTime()}.jsonl.gz`,
      },
      ...{ user_id: by.id, created_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (bare) await takeOutSource(trx, { id, source_id: source.id })
  else await enqueue(trx, { kind: RETRAIT, payload: { suppression: id } }, now)
  const detail = { lignes: source.nb_releves }
  await record(trx, by, { action: 'source.suppression', objet: 'source', objet_id: source.id, detail }, at)
  return id
}

const NOT_KEPT = 'Cette source n’est pas encore entièrement supprimée, ou elle est déjà revenue.'

/**
 * Brings a source back under its id: at once where it held no record; otherwise it is there, and a task brings its records. Returns
 * its id, and whether it is whole. In a transaction.
 */
export async function bringBackSource(trx: Trx, id: number, by: Actor, now: Date) {
  const line = await trx
    .updateTable('sources_supprimees')
    .set({ etat: 'retour', avance: 0 })
    .where('id', '=', id)
    .where('etat', '=', 'supprimee')
    .returning(['id', 'source_id', 'contenu', 'nb_releves', 'fichier'])
    .executeTakeFirst()
  if (!line?.contenu) throw new AppError('conflit', NOT_KEPT)
  const isWhole = line.fichier === ''
  await putBackSource(trx, line.contenu, now.toISOString())
  if (isWhole) await takeBackLine(trx, line)
  else await enqueue(trx, { kind: RETOUR, payload: { suppression: id } }, now)
  const detail = { lignes: line.nb_releves }
  const entry = { action: 'source.retour', objet: 'source', objet_id: line.source_id, detail } as const
  await record(trx, by, entry, now.toISOString())
  return { sourceId: line.source_id, isWhole }
}
