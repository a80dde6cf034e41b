import { dialectOf } from '../../../../db/dialect/index.ts'
import { insertRows } from '../../../../db/rows.ts'
import type { Trx } from '../../../../db/schema.ts'
import type { SpellingState } from '../../../../db/schema-orthographes.ts'
import type { AppliedLine } from '../../../imports/kind.ts'
import type { Types } from '../../../lieux/import/queries/parents.ts'
import { decideLines, type SpellingChange } from '../queries.ts'
import type { SpellingLineOfFile } from '../rules/line.ts'

export interface Writing {
  importId: number
  /** The manager who imports: whoever imports has decided. */
  userId: number | null
  types: Types
  now: string
}

const isNothing = (change: SpellingChange): boolean => Object.keys(change).length === 0

const decided = (etat: SpellingState, { userId, now }: Writing) =>
  etat === 'proposee' ? { decideur_id: null, decidee_at: null } : { decideur_id: userId, decidee_at: now }

function rowOf({ row: { lieu: _, etat, ...row } }: SpellingLineOfFile, lieu_id: number | null, writing: Writing) {
  const { importId, userId, now } = writing
  const state = etat ?? 'acceptee'
  return {
    ...{ genre: row.genre, signe: row.signe, nom_a: row.nom_a, nom_b: row.nom_b, cle_a: row.cle_a, cle_b: row.cle_b },
    ...{ lieu_id, source: row.source, etat: state, auteur_id: userId, ...decided(state, writing), motif: null },
    ...{ import_id: importId, created_at: now, updated_at: now },
  }
}

/** Changes a line that is there. Gives its former values, with its id, for the undo. */
export async function changeLine(trx: Trx, id: number, change: SpellingChange, writing: Writing) {
  const before = await trx.selectFrom('orthographes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await trx
    .updateTable('orthographes')
    .set((eb) => ({
      ...change,
      ...(change.etat === undefined ? {} : { ...decided(change.etat, writing), motif: null }),
      ...{ updated_at: writing.now, version: eb('version', '+', 1) },
    }))
    .where('id', '=', id)
    .execute()
  const { source, etat, decideur_id, decidee_at, motif } = before
  return { id, source, etat, decideur_id, decidee_at, motif }
}

/** Writes lines, looking again at what is there: others have worked since the plan. */
export async function writeSpellings(
  trx: Trx,
  lines: readonly SpellingLineOfFile[],
  writing: Writing,
): Promise<AppliedLine[]> {
  await dialectOf(trx).locks.lock(trx, 'orthographes')
  const outcomes: AppliedLine[] = []
  const created: ReturnType<typeof rowOf>[] = []
  for (const decision of await decideLines(trx, writing.types, lines)) {
    const { ligne } = decision.line
    if ('refusal' in decision) outcomes.push({ ligne, action: 'refusee', message: decision.refusal })
    else if (decision.known === undefined) {
      created.push(rowOf(decision.line, decision.lieu_id, writing))
      outcomes.push({ ligne, action: 'creer' })
    } else if (isNothing(decision.change)) outcomes.push({ ligne, action: 'inchangee' })
    else {
      const avant = await changeLine(trx, decision.known.id, decision.change, writing)
      outcomes.push({ ligne, action: 'modifier', avant })
    }
  }
  await insertRows(trx, 'orthographes', created)
  return outcomes
}
