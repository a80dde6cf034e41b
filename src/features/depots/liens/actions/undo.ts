import type { Db, Trx } from '../../../../db/schema.ts'
import { AppError } from '../../../../lib/errors.ts'
import { type Actor, record } from '../../../journal/actions.ts'
import { runsOf } from '../queries/links.ts'
import { answersOf, findStoredRule, type StoredRule } from '../queries/rules.ts'
import { lockLinks, setPlain } from './apply.ts'
import { printOf } from './print.ts'

const NOT_NOW = 'Cette règle n’est pas appliquée, ou elle a déjà été annulée. Rechargez la page.'
const CHANGED_AGAIN = 'Une autre règle a changé ces adresses depuis : annulez-la d’abord.'
const OTHER_VIEWS =
  'Des vues ont été ajoutées ou retirées depuis avec la nouvelle adresse : revenir en arrière rendrait leurs liens faux. Donnez plutôt des exemples dans l’autre sens, par « Les adresses ont changé ».'
const OTHER_LINKS =
  'Des liens ont été modifiés à la main depuis : revenir en arrière effacerait ces corrections. Donnez plutôt des exemples dans l’autre sens, par « Les adresses ont changé ».'

/** Gives every link back what it was before the rule. AppError `conflit`, and nothing changed, where somebody changed some since. */
export function undoRule(db: Db, depotId: number, id: number, by: Actor, now: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockLinks(trx, depotId)
    const rule = await findStoredRule(trx, depotId, id)
    if (rule.etat !== 'appliquee') throw new AppError('conflit', NOT_NOW)
    await putPlainBack(trx, id)
    if (rule.lien_id !== null && rule.avant_lien_id !== null)
      await putViewsBack(trx, rule, rule.lien_id, rule.avant_lien_id)
    await trx
      .updateTable('depot_regles')
      .set({ etat: 'annulee', annulee_at: now, annulee_par: by.id, lien_id: null, avant_lien_id: null })
      .where('id', '=', id)
      .execute()
    await record(trx, by, { action: 'liens.retour', detail: { regle: id } }, now)
  })
}

async function putViewsBack(trx: Trx, rule: StoredRule, lienId: number, beforeId: number): Promise<void> {
  const row = await trx.selectFrom('depot_liens').select(['modele', 'a']).where('id', '=', lienId).executeTakeFirst()
  if (row?.modele !== rule.nouveau || row.a !== null) throw new AppError('conflit', CHANGED_AGAIN)
  const runs = await runsOf(trx, [lienId])
  if (printOf(runs) !== rule.empreinte) throw new AppError('conflit', OTHER_VIEWS)
  const before = trx.selectFrom('depot_liens').select('de').where('id', '=', beforeId)
  if (rule.par_registre) {
    await giveOldNames(trx, rule, { lienId, beforeId, runs })
    await trx.deleteFrom('depot_liens').where('id', '=', lienId).execute()
    await trx.updateTable('depot_liens').set({ a: null }).where('id', '=', beforeId).execute()
    return
  }
  const { de } = await before.executeTakeFirstOrThrow()
  await trx.updateTable('depot_liens').set({ modele: rule.ancien, de }).where('id', '=', lienId).execute()
  await trx.deleteFrom('depot_liens').where('id', '=', beforeId).execute()
}

interface Renamed {
  lienId: number
  beforeId: number
  runs: Awaited<ReturnType<typeof runsOf>>
}

async function giveOldNames(trx: Trx, rule: StoredRule, { lienId, beforeId, runs }: Renamed): Promise<void> {
  const oldNames = new Map([...(await answersOf(trx, rule.id))].map(([ark, renamed]) => [renamed, ark]))
  for (const { source_id, ark } of runs)
    await trx
      .updateTable('source_vues')
      .set({ lien_id: beforeId, ark: oldNames.get(ark) ?? ark })
      .where('lien_id', '=', lienId)
      .where('source_id', '=', source_id)
      .where('ark', '=', ark)
      .execute()
}

/** Links that stand as they are: each must still be what the rule made of it. */
async function putPlainBack(trx: Trx, ruleId: number): Promise<void> {
  const texts = await trx
    .selectFrom('depot_regle_textes as t')
    .leftJoin('sources as s', (join) => join.onRef('s.id', '=', 't.source_id').on('t.numero', '=', 0))
    .leftJoin('source_vues as v', (join) =>
      join.onRef('v.source_id', '=', 't.source_id').onRef('v.numero', '=', 't.numero').on('v.lien_id', 'is', null),
    )
    .select(['t.source_id', 't.numero', 't.ancienne', 't.nouvelle'])
    .select((eb) => eb.fn.coalesce('s.url', 'v.adresse').as('adresse'))
    .where('t.regle_id', '=', ruleId)
    .execute()
  if (texts.some(({ adresse, nouvelle }) => adresse !== nouvelle)) throw new AppError('conflit', OTHER_LINKS)
  for (const text of texts) await setPlain(trx, text, text.ancienne)
  await trx.deleteFrom('depot_regle_textes').where('regle_id', '=', ruleId).execute()
}
