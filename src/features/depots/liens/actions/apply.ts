import { dialectOf } from '../../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../../db/schema.ts'
import { AppError } from '../../../../lib/errors.ts'
import { dayOf } from '../../../../lib/text.ts'
import { type Actor, record } from '../../../journal/actions.ts'
import { type LinksUnder, linksUnder, runsOf, type ViewRun } from '../queries/links.ts'
import { answersOf, findStoredRule, type StoredRule } from '../queries/rules.ts'
import { type Answers, newPlain, registersIn, ruleProblem } from '../rules/rule.ts'
import { keepRule } from './prepare.ts'
import { printOf } from './print.ts'

const NOT_NOW = 'Cette règle a déjà été appliquée, ou annulée. Rechargez la page.'
const NOTHING = 'Aucun lien de ce dépôt n’est concerné par cette règle aujourd’hui.'
const ROWS = 500

/** From here on nobody else changes patterns, or adds links, of this repository. */
export async function lockLinks(trx: Trx, depotId: number): Promise<void> {
  await dialectOf(trx).locks.lock(trx, `liens-${depotId}`)
  await trx
    .updateTable('depots')
    .set((eb) => ({ diffusion: eb.ref('diffusion') }))
    .where('id', '=', depotId)
    .execute()
}

export interface Applied {
  registres: number
  liens: number
}

/** Has every link of the repository follow the rule, or none; what it takes to undo it is kept. */
export function applyRule(db: Db, depotId: number, id: number, by: Actor, now: string): Promise<Applied> {
  return db.transaction().execute(async (trx) => {
    await lockLinks(trx, depotId)
    const rule = await findStoredRule(trx, depotId, id)
    if (rule.etat !== 'preparee') throw new AppError('conflit', NOT_NOW)
    const answers = await answersOf(trx, id)
    const under = await linksUnder(trx, depotId, rule.ancien)
    const problem = ruleProblem(rule, registersIn(under))
    if (problem !== undefined) throw new AppError('conflit', problem)
    const made = rule.par_registre
      ? await renameRegisters(trx, rule, under, answers, now)
      : await changePattern(trx, rule, under, now)
    const texts = await rewritePlain(trx, rule, under, answers)
    const liens = made.runs.reduce((sum, run) => sum + run.liens, texts)
    if (liens === 0) throw new AppError('conflit', NOTHING)
    const registres = registersIn(under).filter(({ ark }) => !rule.par_registre || answers.has(ark)).length
    await noteApplied(trx, id, { ...made, registres, liens }, by, now)
    if (rule.par_registre) await keepRest(trx, rule, under, answers, { userId: by.id ?? 0, now })
    return { registres, liens }
  })
}

interface Made {
  lien_id: number | null
  avant_lien_id: number | null
  /** Views as they were before. */
  runs: ViewRun[]
}

/** One row changes: every view that the pattern makes follows. The pattern of before stays as a row without views. */
async function changePattern(trx: Trx, rule: StoredRule, { runs }: LinksUnder, now: string): Promise<Made> {
  const ids = [...new Set(runs.map(({ lien_id }) => lien_id))]
  const [lien_id] = ids
  if (lien_id === undefined) return { lien_id: null, avant_lien_id: null, runs }
  if (ids.length > 1) await trx.updateTable('source_vues').set({ lien_id }).where('lien_id', 'in', ids).execute()
  const row = await trx.selectFrom('depot_liens').select('de').where('id', '=', lien_id).executeTakeFirstOrThrow()
  const today = dayOf(now)
  const before = await trx
    .insertInto('depot_liens')
    .values({ depot_id: rule.depot_id, modele: rule.ancien, de: row.de, a: today })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.updateTable('depot_liens').set({ modele: rule.nouveau, de: today }).where('id', '=', lien_id).execute()
  return { lien_id, avant_lien_id: before.id, runs }
}

/** Views of registers whose new name is known go to a pattern of their own; the others stay where they are. */
async function renameRegisters(
  trx: Trx,
  rule: StoredRule,
  under: LinksUnder,
  answers: Answers,
  now: string,
): Promise<Made> {
  const runs = under.runs.filter(({ ark }) => answers.has(ark))
  const [first] = runs
  if (!first) return { lien_id: null, avant_lien_id: null, runs }
  const today = dayOf(now)
  const values = { depot_id: rule.depot_id, modele: rule.nouveau, de: today, a: null }
  const { id } = await trx.insertInto('depot_liens').values(values).returning('id').executeTakeFirstOrThrow()
  for (const { lien_id, source_id, ark } of runs)
    await trx
      .updateTable('source_vues')
      .set({ lien_id: id, ark: answers.get(ark) ?? ark })
      .where('lien_id', '=', lien_id)
      .where('source_id', '=', source_id)
      .where('ark', '=', ark)
      .execute()
  const isLeft = (await runsOf(trx, [first.lien_id])).length > 0
  if (!isLeft) await trx.updateTable('depot_liens').set({ a: today }).where('id', '=', first.lien_id).execute()
  return { lien_id: id, avant_lien_id: first.lien_id, runs }
}

/** Rewrites links that stand as they are, and keeps what they were; gives how many. */
async function rewritePlain(trx: Trx, rule: StoredRule, { plain }: LinksUnder, answers: Answers): Promise<number> {
  const rows = plain.flatMap((link) => {
    const nouvelle = newPlain(rule, answers, link)
    const { source_id, numero, adresse } = link
    return nouvelle === null ? [] : [{ regle_id: rule.id, source_id, numero, ancienne: adresse, nouvelle }]
  })
  for (const row of rows) await setPlain(trx, row, row.nouvelle)
  for (let i = 0; i < rows.length; i += ROWS)
    await trx
      .insertInto('depot_regle_textes')
      .values(rows.slice(i, i + ROWS))
      .execute()
  return rows.length
}

/** Writes a link that stands as it is: of a view, or of the source. */
export async function setPlain(
  trx: Trx,
  { source_id, numero }: { source_id: number; numero: number },
  adresse: string,
): Promise<void> {
  if (numero === 0) {
    await trx
      .updateTable('sources')
      .set((eb) => ({ url: adresse, version: eb('version', '+', 1) }))
      .where('id', '=', source_id)
      .execute()
    return
  }
  const view = trx.updateTable('source_vues').set({ adresse }).where('source_id', '=', source_id)
  await view.where('numero', '=', numero).execute()
}

async function noteApplied(trx: Trx, id: number, made: Made & Applied, by: Actor, now: string): Promise<void> {
  const { lien_id, avant_lien_id, registres, liens } = made
  const empreinte = lien_id === null ? null : printOf(await runsOf(trx, [lien_id]))
  await trx
    .updateTable('depot_regles')
    .set({
      etat: 'appliquee',
      appliquee_at: now,
      appliquee_par: by.id,
      lien_id,
      avant_lien_id,
      empreinte,
      registres,
      liens,
    })
    .where('id', '=', id)
    .execute()
  await record(trx, by, { action: 'liens.changement', detail: { regle: id, registres, liens } }, now)
}

/** Registers without an answer wait in a rule of their own, which is ready to be gone on with. */
async function keepRest(
  trx: Trx,
  rule: StoredRule,
  under: LinksUnder,
  answers: Answers,
  who: { userId: number; now: string },
): Promise<void> {
  const isComplete = registersIn(under).every(({ ark }) => answers.has(ark))
  const { ancien, nouveau, par_registre } = rule
  if (!isComplete) await keepRule(trx, rule.depot_id, { ancien, nouveau, par_registre }, new Map(), who)
}
