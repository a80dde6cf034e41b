import { arkParts } from '../../../vues/rules/address.ts'
import { byRegisters, byViews } from './alignment.ts'

/** A link of before, taken apart, and the one that opens the same view today. */
export interface Example {
  /** The name of the register; null where the links of before have none apart. */
  ark: string | null
  /** The archive calls the view so, where that is no number. */
  ark_vue: string | null
  /** The number of the view; null where the link of before opens the register. */
  vue: number | null
  nouveau: string
}

export type FoundRule =
  | { nouveau: string; par_registre: false }
  | { nouveau: string; par_registre: true; arks: string[] }
  /** `index` of the example that is wrong. */
  | { index: number; problem: string }

/** Stands for a name while numbers are looked at: no address has these signs. */
const MARKS = { '{ark}': '\u0001', '{naan}/{nom}': '\u0002', '{nom}': '\u0003', '{ark_vue}': '\u0004' } as const
type Form = keyof typeof MARKS
const REGISTER_FORMS: readonly Form[] = ['{ark}', '{naan}/{nom}', '{nom}']

const nameAs = (form: Form, { ark, ark_vue }: Example): string | null => {
  if (form === '{ark}') return ark
  if (form === '{ark_vue}') return ark_vue
  const parts = arkParts(ark)
  return parts ? (form === '{nom}' ? parts.nom : `${parts.naan}/${parts.nom}`) : null
}

const kindOf = (sign: string | undefined): string =>
  /\d/.test(sign ?? '') ? 'digit' : /[a-z]/i.test(sign ?? '') ? 'letter' : ''

/** A name that goes on, to the left or to the right, is another name: 12 is not in 2012. */
function placesOf(text: string, name: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length
    const isCut = (one: string | undefined, other: string | undefined) =>
      kindOf(one) !== '' && kindOf(one) === kindOf(other)
    if (!isCut(text[at - 1], text[at]) && !isCut(text[end - 1], text[end])) found.push(at)
  }
  return found
}

const replacedAt = (text: string, at: readonly number[], name: string, mark: string): string =>
  at.reduceRight((made, place) => made.slice(0, place) + mark + made.slice(place + name.length), text)

/** The texts with a mark where the name stands: everywhere, and at each place alone, which may be the only one that is the name. */
function marked(texts: readonly string[], names: readonly (string | null)[], mark: string): string[][] {
  const places = texts.map((text, i) => (names[i] ? placesOf(text, names[i]) : []))
  const count = places[0]?.length ?? 0
  if (count === 0 || places.some((one) => one.length !== count)) return []
  const with_ = (chosen: (one: number[]) => number[]) =>
    texts.map((text, i) => replacedAt(text, chosen(places[i] ?? []), names[i] ?? '', mark))
  const each = count === 1 ? [] : Array.from({ length: count }, (_, n) => with_((one) => one.slice(n, n + 1)))
  return [with_((one) => one), ...each]
}

const unmarked = (pattern: string): string =>
  Object.entries(MARKS).reduce((text, [form, mark]) => text.replaceAll(mark, form), pattern)

/** The patterns by which the new links have the register as the links of before had it. */
function keeping(examples: readonly Example[], form: Form | undefined): string[] {
  const links = examples.map(({ nouveau }) => nouveau)
  const vues = examples.map(({ vue }) => vue)
  const isNamed = examples.some(({ ark_vue }) => ark_vue !== null)
  const of = (one: Form) => examples.map((example) => nameAs(one, example))
  const views = isNamed ? marked(links, of('{ark_vue}'), MARKS['{ark_vue}']) : [links]
  const all = form === undefined ? views : views.flatMap((texts) => marked(texts, of(form), MARKS[form]))
  const patterns = all.flatMap((texts) => byViews(texts, vues) ?? [])
  return [...new Set(patterns.map(unmarked))]
}

/** The one pattern by which the new links have the register as before; undefined where there is none, or more than one would do. */
export function ruleOf(examples: readonly Example[]): string | undefined {
  const isNamed = examples.every(({ ark }) => ark !== null)
  for (const form of isNamed ? REGISTER_FORMS : [undefined]) {
    const found = keeping(examples, form)
    if (found.length > 0) return found.length === 1 ? found[0] : undefined
  }
  return undefined
}

/** A shorter name is found in many addresses by chance. */
const TELLING_CHARS = 4

const keepsName = (example: Example): boolean =>
  REGISTER_FORMS.some((form) => {
    const name = nameAs(form, example) ?? ''
    return name.length >= TELLING_CHARS && placesOf(example.nouveau, name).length > 0
  })

const without = <T>(list: readonly T[], index: number): T[] => list.filter((_, i) => i !== index)

/** The one example without which the others agree. */
function oddOne(examples: readonly Example[], agree: (rest: Example[]) => boolean): number | undefined {
  if (examples.length < 3) return undefined
  const odd = examples.flatMap((_, i) => (agree(without(examples, i)) ? [i] : []))
  return odd.length === 1 ? odd[0] : undefined
}

/** New names of registers: as many as there are registers, and each register has one. */
const areOneToOne = (examples: readonly Example[], arks: readonly string[]): boolean => {
  const pairs = new Set(examples.map(({ ark }, i) => `${ark}\u0000${arks[i]}`))
  return pairs.size === new Set(examples.map(({ ark }) => ark)).size && pairs.size === new Set(arks).size
}

const isNumbered = (examples: readonly Example[]): boolean => examples.every(({ vue }) => vue !== null)

function perRegister(examples: readonly Example[]) {
  const links = examples.map(({ nouveau }) => nouveau)
  const shape = byRegisters(
    links,
    examples.map(({ vue }) => vue),
  )
  if (!shape || !areOneToOne(examples, shape.arks)) return undefined
  // Without the number of the view the name may be that of the view.
  if (isNumbered(examples) && !/\{vue/.test(shape.pattern)) return undefined
  return examples.some(({ ark_vue }) => ark_vue !== null) ? undefined : shape
}

const ODD = 'Ce lien ne suit pas la règle des autres exemples. Vérifiez les deux adresses.'
const ONE_KEEPS =
  'Un autre exemple garde l’identifiant du registre, celui-ci non. Vérifiez que les deux adresses sont de la même vue.'
const NO_VIEW =
  'Le numéro de la vue n’est pas dans ces nouveaux liens, ou il n’y suit pas celui des anciens : rien ne dit l’adresse des autres vues.'
const UNLIKE =
  'Ces exemples ne se ressemblent pas assez pour en tirer une règle. Vérifiez qu’il s’agit des mêmes vues, copiées au même endroit de la visionneuse.'

/** The rule that explains every example; else the example that contradicts the others, and why. Examples are two at least, of different views and registers. */
export function findRule(examples: readonly Example[]): FoundRule {
  const rule = ruleOf(examples)
  if (rule !== undefined) return { nouveau: rule, par_registre: false }
  const odd = oddOne(examples, (rest) => ruleOf(rest) !== undefined)
  if (odd !== undefined) return { index: odd, problem: ODD }
  const kept = examples.map(keepsName)
  if (kept.includes(true)) return contradiction(kept)
  const shape = perRegister(examples)
  if (shape) return { nouveau: shape.pattern, par_registre: true, arks: shape.arks }
  const other = oddOne(examples, (rest) => perRegister(rest) !== undefined)
  if (other !== undefined) return { index: other, problem: ODD }
  return { index: examples.length - 1, problem: isNumbered(examples) ? NO_VIEW : UNLIKE }
}

/** Some new links have the name of their register, and yet no rule explains them all. */
function contradiction(kept: readonly boolean[]): FoundRule {
  const index = kept.indexOf(false)
  return index < 0 ? { index: kept.length - 1, problem: UNLIKE } : { index, problem: ONE_KEEPS }
}
