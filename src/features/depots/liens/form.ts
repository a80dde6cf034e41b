import { type Body, type FormErrors, type Parsed, refused, shown } from '../../../web/form.ts'
import type { TypedLink } from './actions/answers.ts'
import type { Pair } from './actions/prepare.ts'

export const LONGEST_ADDRESS = 2000

/** The numbers of the fields of examples. */
export const RANKS = [1, 2, 3] as const
const FEWEST = 2

const MISSING_OLD = 'Collez l’ancien lien.'
const MISSING_NEW = 'Collez le nouveau lien de la même vue.'
const TOO_LONG = `Cette adresse est trop longue : ${LONGEST_ADDRESS.toLocaleString('fr')} signes au plus.`
const NOT_PAIRS = 'Mettez deux liens par ligne, l’ancien puis le nouveau, séparés par un espace.'
const TOO_MANY = 'Trois exemples suffisent : retirez des lignes.'

const NOT_AN_ADDRESS = 'Cette adresse contient un signe qui ne s’écrit pas : copiez-la de nouveau.'
const UNSEEN = /[\p{Cc}\p{Cs}]/u

/** Pairs that were pasted as lines, to fill the fields that are empty. */
function pairsOfLines(text: string): [string, string][] | { problem: string } {
  const lines = text.split('\n').map((line) =>
    line
      .trim()
      .split(/[\s;]+|(?:->|→|=>)/)
      .filter((word) => /\S/.test(word) && !/^(->|→|=>)$/.test(word)),
  )
  const found = lines.filter((words) => words.length > 0)
  if (found.some((words) => words.length !== 2)) return { problem: NOT_PAIRS }
  return found.map(([ancien = '', nouveau = '']) => [ancien, nouveau])
}

/** The form with its lines in the fields that were left empty; what cannot be put there stays where it was. */
function withLines(raw: Body): { raw: Body; errors: FormErrors } {
  const lines = pairsOfLines(shown(raw, 'lignes'))
  if ('problem' in lines) return { raw, errors: { lignes: lines.problem } }
  const isEmpty = (rang: number) => shown(raw, `ancien_${rang}`).trim() + shown(raw, `nouveau_${rang}`).trim() === ''
  const free = RANKS.filter(isEmpty)
  if (lines.length > free.length) return { raw, errors: { lignes: TOO_MANY } }
  const filled = Object.fromEntries(
    lines.flatMap(([ancien, nouveau], i) => [
      [`ancien_${free[i]}`, ancien],
      [`nouveau_${free[i]}`, nouveau],
    ]),
  )
  return { raw: { ...raw, ...filled, lignes: '' }, errors: {} }
}

function sideProblem(text: string, missing: string): string | undefined {
  if (text === '') return missing
  if (UNSEEN.test(text)) return NOT_AN_ADDRESS
  return text.length > LONGEST_ADDRESS ? TOO_LONG : undefined
}

/** Two or three examples; a third one is none where both of its fields are empty. */
export function parseExamples(typed: Body): Parsed<Pair[]> {
  const { raw, errors } = withLines(typed)
  const pairs: Pair[] = []
  for (const rang of RANKS) {
    const [ancien, nouveau] = [shown(raw, `ancien_${rang}`).trim(), shown(raw, `nouveau_${rang}`).trim()]
    if (rang > FEWEST && ancien + nouveau === '') continue
    const problems = { ancien: sideProblem(ancien, MISSING_OLD), nouveau: sideProblem(nouveau, MISSING_NEW) }
    for (const [side, problem] of Object.entries(problems)) if (problem) errors[`${side}_${rang}`] ??= problem
    pairs.push({ rang, ancien, nouveau })
  }
  if (errors.lignes !== undefined) return refused(raw, { lignes: errors.lignes })
  return Object.keys(errors).length > 0 ? refused(raw, errors) : { ok: true, value: pairs }
}

/** As many registers as a page may have. */
const MOST_LINES = 100

/** The links that were typed on a page of registers, with the numbers of their fields. */
export function typedLinks(raw: Body): (TypedLink & { n: number })[] {
  return Array.from({ length: MOST_LINES }, (_, n) => n).flatMap((n) => {
    const ark = shown(raw, `ark_${n}`)
    return `ark_${n}` in raw && !UNSEEN.test(ark)
      ? [{ n, ark, lien: shown(raw, `lien_${n}`).trim().slice(0, LONGEST_ADDRESS) }]
      : []
  })
}
