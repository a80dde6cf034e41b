import { plural } from '../../../../lib/text.ts'
import { addressOf, arkParts, VIEW_PLACE } from '../../../vues/rules/address.ts'
import type { LinksUnder, PlainLink } from '../queries/links.ts'

/** A rule says what the links of a repository become. */
export interface LinkRule {
  ancien: string
  nouveau: string
  /** Each register has a new name of its own, typed by somebody. */
  par_registre: boolean
}

/** New names of registers, by the old ones. */
export type Answers = ReadonlyMap<string, string>

/** The old name that a rule goes by; where a pattern has no more than the end of an ark, it stands for the whole. */
export const arkOf = ({ parts }: PlainLink): string => parts.ark ?? (parts.nom === null ? '' : `ark:/0/${parts.nom}`)

interface OldView {
  ark: string
  ark_vue: string | null
  numero: number
}

/** Makes of a view's link the new one; null where the new name of its register is not known. */
export function newAddress(rule: LinkRule, answers: Answers, { ark, ...view }: OldView): string | null {
  const named = rule.par_registre ? (answers.get(ark) ?? null) : ark || null
  if (rule.par_registre && named === null) return null
  return addressOf(rule.nouveau, { ...view, ark: named })
}

/** Makes the new link of one that stands as it is; null too where it opens a register, and the rule asks for a view. */
export function newPlain(rule: LinkRule, answers: Answers, link: PlainLink): string | null {
  const { vue, ark_vue } = link.parts
  if (vue === null && link.numero === 0 && VIEW_PLACE.test(rule.nouveau)) return null
  return newAddress(rule, answers, { ark: arkOf(link), ark_vue, numero: vue ?? link.numero })
}

/** A register of the archive, in however many sources it is read. */
export interface Register {
  ark: string
  liens: number
  sources: number[]
  premiere: number
}

/** The registers that links lead to, by the names that the archive gives them. */
export function registersIn({ runs, plain }: LinksUnder): Register[] {
  const found = new Map<string, Register>()
  const add = (ark: string, source: number, liens: number, premiere: number) => {
    const known = found.get(ark) ?? { ark, liens: 0, sources: [], premiere }
    if (!known.sources.includes(source)) known.sources.push(source)
    known.liens += liens
    found.set(ark, known)
  }
  for (const { ark, source_id, liens, premiere } of runs) add(ark, source_id, liens, premiere)
  for (const link of plain) add(arkOf(link), link.source_id, 1, link.parts.vue ?? 1)
  return [...found.values()]
}

const sameNaan = (arks: readonly string[]): boolean => new Set(arks.map((ark) => arkParts(ark)?.naan)).size <= 1

/** The rule would lead two registers to one address, or none: nobody may apply it. undefined where it is sure. */
export function ruleProblem(rule: LinkRule, registers: readonly Register[]): string | undefined {
  if (rule.par_registre) return undefined
  const addresses = registers.map(({ ark, premiere }) =>
    newAddress(rule, new Map(), { ark, ark_vue: rule.nouveau.includes('{ark_vue}') ? '1' : null, numero: premiere }),
  )
  const missing = addresses.filter((address) => address === null).length
  if (missing > 0)
    return `Cette règle ne donne pas l’adresse de ${plural(missing, 'registre', 'registres')}, dont l’identifiant n’a pas la même forme.`
  const isPart = rule.nouveau.includes('{nom}') && !rule.nouveau.includes('{naan}')
  const isOneToOne = rule.nouveau.includes('{ark_vue}') || new Set(addresses).size === registers.length
  return isOneToOne && (!isPart || sameNaan(registers.map(({ ark }) => ark))) ? undefined : NOT_SURE
}

const NOT_SURE = 'Cette règle ne distinguerait plus certains registres : leurs liens mèneraient au même endroit.'
