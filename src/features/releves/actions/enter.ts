import { KINDS } from '../../../champs/index.ts'
import type { PlaceValue } from '../../../champs/kind.ts'
import type { Db, ReleveData, Trx } from '../../../db/schema.ts'
import type { Body } from '../../../lib/body.ts'
import { sha256Hex } from '../../../lib/crypto.ts'
import { sameJson } from '../../../lib/same-json.ts'
import { closeDraft, dropDraft, keepRefused, putDraft } from '../../brouillons/actions.ts'
import { releveDraftKey } from '../../brouillons/rules/content.ts'
import { lookupThroughMerges } from '../../lieux/queries/lookup.ts'
import { versionOf } from '../queries/corbeille.ts'
import { countTyped } from './activity.ts'
import { makeOnce } from './enter-once.ts'
import { type CreateReleve, createReleve } from './records.ts'
import { inTransaction } from './write.ts'

export interface EnterReleve extends CreateReleve {
  user_id: number
  /** Key of the form (`formKey`), '' for a form without token. */
  jeton: string
  /** Keys under which drafts of this form may be kept. */
  brouillons: readonly string[]
  /** The posted form, as a draft keeps it. */
  contenu: Body
  /** No form holds it any more: the draft of a change is kept like one that was refused, for this reason. */
  motif?: string
}

export interface Entered {
  id: number
  /** The form had made this record before, of other values: those sent now are the draft of a change of it. */
  isChange: boolean
}

/** Version of a record as its form made it. */
const FIRST = 1

/**
 * A record that a person enters, in a source that is open: one for each form, however often it is sent. The drafts of the form
 * go with it. A form whose record is stored already (its answer was lost, or « Back » brought it back) and that was changed since
 * neither makes a second record in silence nor loses the change: see `Entered.isChange`.
 */
export function enterReleve(db: Db, input: EnterReleve): Promise<Entered> {
  return inTransaction(db, async (trx) => {
    const { user_id, now, source_id, brouillons, contenu, motif } = input
    const entered = await createOnce(trx, input, input.jeton)
    const { id, isChange } = entered
    for (const cle of brouillons) {
      if (isChange) await dropDraft(trx, { user_id, cle })
      else await closeDraft(trx, { user_id, cle, now })
    }
    const change = { user_id, source_id, releve_id: id, cle: releveDraftKey(id), version: FIRST, contenu, now }
    if (isChange) await (motif === undefined ? putDraft(trx, change) : keepRefused(trx, change, motif))
    return entered
  })
}

async function createOnce(trx: Trx, input: EnterReleve, jeton: string): Promise<Entered> {
  let isNew = false
  const { user_id, source_id, now } = input
  const id = await makeOnce(trx, { jeton, user_id }, async () => {
    isNew = true
    const made = await createReleve(trx, { ...input, mustBeOpen: true })
    await countTyped(trx, { user_id, source_id, ids: [made], now })
    return made
  })
  if (isNew || (await isSame(trx, id, input))) return { id, isChange: false }
  const kept = await trx.selectFrom('releves').select('id').where('id', '=', id).executeTakeFirst()
  // Deleted since: there is nothing to change, and what was typed is a record of its own, once.
  return kept ? { id, isChange: true } : createOnce(trx, input, sha256Hex(`${jeton} ${id}`))
}

async function isSame(trx: Db, id: number, { data, etats = {} }: EnterReleve): Promise<boolean> {
  const made = await versionOf(trx, id, FIRST)
  if (!made || !sameJson(made.etats, etats)) return false
  return (
    sameJson(made.data, data) || sameJson(await withPlacesOfToday(trx, made.data), await withPlacesOfToday(trx, data))
  )
}

/** A place that was renamed since, or merged into another, was not changed by who chose it. */
async function withPlacesOfToday(trx: Db, data: ReleveData): Promise<ReleveData> {
  const lookup = lookupThroughMerges(trx)
  const today = Object.entries(data).map(async ([nom, value]) => {
    const place = KINDS.place.isValue(value) ? await lookup.lieuById((value as PlaceValue).id) : undefined
    return [nom, place ? { ...place } : value]
  })
  return Object.fromEntries(await Promise.all(today))
}
