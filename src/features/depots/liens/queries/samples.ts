import type { Db } from '../../../../db/schema.ts'
import { sha256Hex } from '../../../../lib/crypto.ts'
import { compareText } from '../../../../lib/text.ts'
import { type Answers, type LinkRule, newAddress } from '../rules/rule.ts'
import type { LinksUnder } from './links.ts'
import { type Choice, type NamedRegister, viewsFor } from './registers.ts'

const SAMPLES = 20

export interface Sample {
  titre: string
  cote: string | null
  vue: string
  ancienne: string
  nouvelle: string
}

/** First views, last ones and some between, so that zeros before a number and its last digit are seen. */
const choiceOf =
  (n: number): Choice =>
  ({ liens, premiere, derniere }) => {
    const isWhole = derniere - premiere + 1 === liens
    if (n % 3 === 0 || (n % 3 === 1 && !isWhole)) return premiere
    return n % 3 === 1 ? Math.floor((premiere + derniere) / 2) : derniere
  }

/** Twenty links of before with what the rule makes of them, of as many registers; the same ones each time the page is shown. */
export async function samplesOf(
  db: Db,
  rule: LinkRule & { id: number },
  { under, registers }: { under: LinksUnder; registers: readonly NamedRegister[] },
  answers: Answers,
): Promise<Sample[]> {
  const drawn = registers
    .filter(({ ark }) => !rule.par_registre || answers.has(ark))
    .map((register) => ({ ...register, lot: sha256Hex(`${rule.id} ${register.ark}`) }))
    .sort((a, b) => compareText(a.lot, b.lot))
    .slice(0, SAMPLES)
  const order = new Map(drawn.map(({ ark }, i) => [ark, i]))
  const samples: Sample[] = []
  for (const part of [0, 1, 2]) {
    const arks = drawn.filter((_, i) => i % 3 === part).map(({ ark }) => ark)
    const views = await viewsFor(db, rule, under, { arks, choice: choiceOf(part) })
    for (const [ark, view] of views) {
      const { titre = '', cote = null } = drawn[order.get(ark) ?? 0] ?? {}
      const nouvelle = newAddress(rule, answers, view)
      if (nouvelle !== null)
        samples.push({ titre, cote, vue: view.ark_vue ?? String(view.numero), ancienne: view.ancienne, nouvelle })
    }
  }
  return samples
}
