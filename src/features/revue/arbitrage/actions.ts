import { type Held, sameField } from '../../../champs/held.ts'
import { storedValue } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { etatOf } from '../../../champs/states.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import type { Kept, Weight } from '../../../db/schema-revue.ts'
import { AppError } from '../../../lib/errors.ts'
import { proposedWeight } from '../../corrections/rules/weights.ts'
import { CHANGED_MEANWHILE } from '../../releves/actions/change-rows.ts'
import { updateReleve } from '../../releves/actions/records.ts'
import { findForWrite, holdSource } from '../../releves/actions/write.ts'
import { findDrawn } from '../../releves/queries/second-readings.ts'
import { mergeOf } from '../../releves/rules/conflict.ts'
import { differencesOf } from '../../releves/rules/second-reading.ts'
import { isToKey } from '../../sources/queries/second-keying.ts'
import { keepVerdict } from '../acte/actions.ts'

const CLOSED = 'Cette source n’est plus à valider\u00a0: rien n’a été tranché.'
const SETTLED = 'Une autre personne vient d’arbitrer cet acte\u00a0: votre choix n’a pas été gardé. Voici le suivant.'
const NOT_TYPED = 'Cet acte n’a pas de seconde saisie à arbitrer, ou il a été supprimé.'

export interface Arbitration {
  source_id: number
  releve_id: number
  /** The version of the act that was on the screen. */
  version: number
  /** Whose reading is kept, by name of the field; `all` of the fields that it leaves out. */
  choices: ReadonlyMap<string, Kept>
  all: 1 | 2 | undefined
  /** The arbiter's own reading, other than both. */
  other: Held
  motif: string | null
  user_id: number
  now: string
}

/** Done, with the number of fields that were changed; or the fields for which nothing was chosen. */
export type Arbitrated = { ok: true; changed: number } | { ok: false; missing: string[] }

/**
 * Keeps one reading of each field in which both differ. What is not the first reading is a correction by the arbiter, with its line in the
 * history and among the corrections of whoever typed the act. AppError « conflit » where the act moved on or somebody else was first; sent
 * twice by one person it counts once.
 */
export function arbitrate(db: Db, champs: readonly Champ[], arbitration: Arbitration): Promise<Arbitrated> {
  const { source_id, releve_id, version, choices, all, user_id, now } = arbitration
  return db.transaction().execute(async (trx): Promise<Arbitrated> => {
    const second = await heldSecond(trx, arbitration)
    if (second === 'settled') return { ok: true, changed: 0 }
    const first = await findForWrite(trx, releve_id)
    if (first.version !== version) throw new AppError('conflit', CHANGED_MEANWHILE)
    const differing = differencesOf(champs, first, second).map(({ champ }) => champ)
    const kept = new Map(differing.map(({ nom }) => [nom, choices.get(nom) ?? all]))
    const missing = differing.filter(({ nom }) => kept.get(nom) === undefined).map(({ nom }) => nom)
    if (missing.length > 0) return { ok: false, missing }
    const changed = await correct(trx, champs, { ...arbitration, first, second, kept })
    await trx
      .updateTable('secondes_saisies')
      .set({ arbitre_at: now, arbitre_par: user_id, arbitrage: JSON.stringify(Object.fromEntries(kept)) })
      .set({ prise_par: null, prise_jusqua: null })
      .where('source_id', '=', source_id)
      .where('releve_id', '=', releve_id)
      .execute()
    return { ok: true, changed }
  })
}

/** The second reading, the source held; « settled » where this person arbitrated the act before. */
async function heldSecond(trx: Trx, { source_id, releve_id, user_id }: Arbitration): Promise<Held | 'settled'> {
  const { status } = await holdSource(trx, { id: source_id })
  if (status !== 'a_valider') throw new AppError('conflit', CLOSED)
  const drawn = await findDrawn(trx, source_id, releve_id)
  if (!drawn?.second) throw new AppError('introuvable', NOT_TYPED)
  if (drawn.arbitre_at === null) return drawn.second
  if (drawn.arbitre_par === user_id) return 'settled'
  throw new AppError('conflit', SETTLED)
}

interface Correcting extends Arbitration {
  first: Held
  second: Held
  kept: ReadonlyMap<string, Kept | undefined>
}

/** Writes what is not the first reading as one new version; gives the number of fields that it changes. */
async function correct(
  trx: Trx,
  champs: readonly Champ[],
  { first, second, kept, ...by }: Correcting,
): Promise<number> {
  const chosen: Held = { data: Object.create(null), etats: Object.create(null) }
  const taken = champs.filter(({ nom }) => kept.get(nom) === 2 || kept.get(nom) === 'autre')
  for (const champ of taken) take(champ, chosen, kept.get(champ.nom) === 2 ? second : by.other)
  const names = new Set(taken.map(({ nom }) => nom))
  const after = mergeOf(champs, chosen, first, (nom) => names.has(nom))
  const changed = taken.filter((champ) => !sameField(champ, first, after))
  if (changed.length === 0) return 0
  const { releve_id: id, source_id, version, user_id, now, motif } = by
  await updateReleve(trx, { id, version, user_id, now, ...after, correction: { motif } })
  const poids = Math.max(...changed.map((champ) => proposedWeight(champ, first, after))) as Weight
  await keepVerdict(trx, { id, source_id, version: version + 1, verdict: 'corrige', poids, user_id, now })
  return changed.length
}

function take({ nom }: Champ, into: Held, from: Held): void {
  const value = storedValue(from.data, nom)
  const etat = etatOf(from.etats, nom)
  if (value !== undefined) into.data[nom] = value
  if (etat !== 'sur') into.etats[nom] = etat
}

/** Nobody has to type a second time what was drawn and not typed so far; gives how many acts that is. */
export function waiveSeconds(
  db: Db,
  { source_id, motif, user_id, now }: { source_id: number; motif: string; user_id: number; now: string },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { status } = await holdSource(trx, { id: source_id })
    if (status !== 'a_valider') throw new AppError('conflit', CLOSED)
    const open = trx
      .selectFrom('secondes_saisies as s')
      .select('s.id')
      .where('s.source_id', '=', source_id)
      .where((eb) => isToKey(eb as never))
    const { numUpdatedRows } = await trx
      .updateTable('secondes_saisies')
      .set({ dispense_at: now, dispense_motif: motif, dispense_par: user_id })
      .where('id', 'in', open)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
}
