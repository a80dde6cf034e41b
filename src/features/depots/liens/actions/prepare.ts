import { refuse, refuseIf, type Saved, saving } from '../../../../db/saving.ts'
import type { Db, Trx } from '../../../../db/schema.ts'
import type { FormErrors } from '../../../../lib/body.ts'
import { recognise } from '../../../vues/rules/platforms.ts'
import { type KnownLink, knownLink } from '../queries/known.ts'
import { linksUnder } from '../queries/links.ts'
import { byRegisters, byViews } from '../rules/alignment.ts'
import { type Example, type FoundRule, findRule } from '../rules/find.ts'
import { linkProblem } from '../rules/link-problem.ts'
import { type LinkRule, type Register, registersIn, ruleProblem } from '../rules/rule.ts'
import { takeApart } from '../rules/taken-apart.ts'

/** A pair that was typed; `rang` is the number of its fields. */
export interface Pair {
  rang: number
  ancien: string
  nouveau: string
}

const UNKNOWN =
  'Aucun lien de ce dépôt n’a cette adresse. Copiez-la sur la page d’une vue, ou sur la fiche d’une source.'
const OTHER =
  'Ce lien suit un autre modèle que le premier exemple. Ses exemples se donnent à part, une fois celui-ci réglé.'
const BRACES = 'Une adresse ne contient pas d’accolades : collez celle de la visionneuse.'
const UNCHANGED = 'C’est encore l’ancienne adresse.'
const SHAPELESS = 'Les anciens liens de ces exemples n’ont pas la même forme.'

function newProblem({ ancien, nouveau }: Pair): string | undefined {
  if (/[{}]/.test(nouveau)) return BRACES
  const problem = linkProblem(nouveau)
  if (problem !== undefined) return problem
  const found = recognise(nouveau)
  if (found && 'problem' in found) return found.problem
  return nouveau === ancien ? UNCHANGED : undefined
}

interface ReadExamples {
  ancien: string
  examples: Example[]
}

/** Links that stand as they are tell their pattern only together. */
function patternOf(links: readonly KnownLink[]): string | undefined {
  const [first] = links
  if (!first || first.pattern !== null) return first?.pattern ?? undefined
  const texts = links.map(({ adresse }) => adresse)
  const vues = links.map(({ vue }) => vue)
  return byViews(texts, vues) ?? byRegisters(texts, vues)?.pattern
}

/** The pairs as links of views that the site has. */
async function readPairs(trx: Trx, depotId: number, pairs: readonly Pair[]): Promise<ReadExamples> {
  const errors: FormErrors = {}
  const links: KnownLink[] = []
  for (const pair of pairs) {
    const problem = newProblem(pair)
    if (problem !== undefined) errors[`nouveau_${pair.rang}`] = problem
    const link = await knownLink(trx, depotId, pair.ancien)
    if (!link) errors[`ancien_${pair.rang}`] = UNKNOWN
    else if (links[0] && links[0].pattern !== link.pattern) errors[`ancien_${pair.rang}`] = OTHER
    if (link) links.push(link)
  }
  refuseIf(errors)
  const ancien = patternOf(links)
  const last = pairs.at(-1)?.rang ?? 1
  if (ancien === undefined) refuse({ [`ancien_${last}`]: SHAPELESS })
  return { ancien, examples: links.map((link, i) => exampleOf(ancien, link, pairs[i]?.nouveau ?? '')) }
}

function exampleOf(ancien: string, link: KnownLink, nouveau: string): Example {
  if (link.pattern !== null) return { ark: link.ark, ark_vue: link.ark_vue, vue: link.vue, nouveau }
  const parts = takeApart(ancien, link.adresse)
  return { ark: parts?.ark ?? null, ark_vue: parts?.ark_vue ?? null, vue: parts?.vue ?? null, nouveau }
}

const distinct = <T>(values: readonly T[]): number => new Set(values).size

/** Too like one another to tell what stays and what changes. */
function tooAlike(examples: readonly Example[], registers: readonly Register[]): string | undefined {
  const isNumbered = examples.every(({ vue }) => vue !== null)
  if (registers.length > 1 && distinct(examples.map(({ ark }) => ark)) === 1)
    return 'Ces exemples sont tous du même registre. Donnez-en un d’un autre registre.'
  if (isNumbered && distinct(examples.map(({ vue }) => vue)) === 1)
    return `Ces exemples sont tous de la vue ${examples[0]?.vue ?? ''}. Donnez-en un d’une vue d’un autre numéro.`
  return undefined
}

/**
 * Finds the rule that explains the examples, and keeps it, not applied; gives its id. Refused beside the example that is wrong.
 */
export function prepareRule(
  db: Db,
  depotId: number,
  pairs: readonly Pair[],
  { userId, now }: { userId: number; now: string },
): Promise<Saved<number>> {
  return saving(db, {}, async (trx) => {
    const { ancien, examples } = await readPairs(trx, depotId, pairs)
    const registers = registersIn(await linksUnder(trx, depotId, ancien))
    const last = pairs.at(-1)?.rang ?? 1
    const alike = tooAlike(examples, registers)
    if (alike !== undefined) refuse({ [`ancien_${last}`]: alike })
    const found = findRule(examples)
    if ('problem' in found) refuse({ [`nouveau_${pairs[found.index]?.rang ?? last}`]: found.problem })
    const rule = { ancien, nouveau: found.nouveau, par_registre: found.par_registre }
    const problem = ruleProblem(rule, registers)
    if (problem !== undefined) refuse({ '': problem })
    return keepRule(trx, depotId, rule, answersIn(found, examples), { userId, now })
  })
}

const answersIn = (found: FoundRule, examples: readonly Example[]): Map<string, string> =>
  new Map('arks' in found ? examples.map(({ ark }, i) => [ark ?? '', found.arks[i] ?? '']) : [])

/** Keeps a rule that is not applied, with the new names of registers that are known; one that is kept already gets these. */
export async function keepRule(
  trx: Trx,
  depot_id: number,
  rule: LinkRule,
  answers: ReadonlyMap<string, string>,
  { userId, now }: { userId: number; now: string },
): Promise<number> {
  const known = await trx
    .selectFrom('depot_regles')
    .select('id')
    .where('depot_id', '=', depot_id)
    .where('ancien', '=', rule.ancien)
    .where('nouveau', '=', rule.nouveau)
    .where('par_registre', '=', rule.par_registre)
    .where('etat', '=', 'preparee')
    .executeTakeFirst()
  const { id } = known ?? (await insertRule(trx, depot_id, rule, { userId, now }))
  const rows = [...answers].map(([ark, nouvel_ark]) => ({ regle_id: id, ark, nouvel_ark }))
  for (let i = 0; i < rows.length; i += ROWS)
    await trx
      .insertInto('depot_regle_registres')
      .values(rows.slice(i, i + ROWS))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return id
}

const ROWS = 500

const insertRule = (trx: Trx, depot_id: number, rule: LinkRule, { userId, now }: { userId: number; now: string }) =>
  trx
    .insertInto('depot_regles')
    .values({
      ...{ depot_id, ...rule, etat: 'preparee', user_id: userId, created_at: now },
      ...{ appliquee_at: null, appliquee_par: null, annulee_at: null, annulee_par: null },
      ...{ lien_id: null, avant_lien_id: null, empreinte: null, registres: null, liens: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
