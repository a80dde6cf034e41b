import { dialectOf } from '../../../../db/dialect/index.ts'
import type { Db } from '../../../../db/schema.ts'
import { compareText, sortKey } from '../../../../lib/text.ts'
import { addressOf } from '../../../vues/rules/address.ts'
import { arkOf, type LinkRule, type Register, registersIn } from '../rules/rule.ts'
import { type LinksUnder, linksUnder } from './links.ts'

/** A register by what people call it. */
export interface NamedRegister extends Register {
  titre: string
  cote: string | null
}

/** The registers under a pattern, in the order of their call numbers and titles. */
export async function namedRegisters(db: Db, depotId: number, pattern: string) {
  const under = await linksUnder(db, depotId, pattern)
  const registers = registersIn(under)
  const ids = registers.flatMap(({ sources }) => sources.slice(0, 1))
  const rows = await db
    .selectFrom('sources')
    .select(['id', 'titre', 'cote'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const named = registers.map((register): NamedRegister => {
    const { titre = '', cote = null } = byId.get(register.sources[0] ?? 0) ?? {}
    return { ...register, titre, cote }
  })
  const key = ({ cote, titre }: NamedRegister) => sortKey(`${cote ?? ''} ${titre}`)
  return { under, registers: named.sort((a, b) => compareText(key(a), key(b)) || compareText(a.ark, b.ark)) }
}

/** A view that stands for its register: one is shown its link of before, and its new one. */
export interface ShownView {
  ark: string
  source_id: number
  ark_vue: string | null
  numero: number
  /** Its link of before. */
  ancienne: string
}

interface Wanted {
  ark: string
  source_id: number
  numero: number
}

/** Which views: the first of the register, or one that is drawn. */
export type Choice = (run: { liens: number; premiere: number; derniere: number }) => number

/** A view of each of these registers: of a pattern where it has some, else the link that stands as it is. */
export async function viewsFor(
  db: Db,
  { ancien }: Pick<LinkRule, 'ancien'>,
  { runs, plain }: LinksUnder,
  { arks, choice }: { arks: readonly string[]; choice: Choice },
): Promise<Map<string, ShownView>> {
  const wanted = arks.flatMap((ark): Wanted[] => {
    const run = runs.find((one) => one.ark === ark)
    return run ? [{ ark, source_id: run.source_id, numero: choice(run) }] : []
  })
  const found = new Map<string, ShownView>()
  for (const link of plain) {
    const ark = arkOf(link)
    const { source_id, numero, adresse, parts } = link
    found.set(ark, { ark, source_id, ark_vue: parts.ark_vue, numero: parts.vue ?? numero, ancienne: adresse })
  }
  for (const row of await rowsOf(db, wanted)) {
    const ancienne = addressOf(ancien, row) ?? ''
    found.set(row.ark ?? '', { ...row, ark: row.ark ?? '', ancienne })
  }
  const isAsked = new Set(arks)
  return new Map([...found].filter(([ark]) => isAsked.has(ark)))
}

const rowsOf = async (db: Db, wanted: readonly Wanted[]) =>
  wanted.length === 0
    ? []
    : db
        .selectFrom('source_vues')
        .select(['source_id', 'numero', 'ark', 'ark_vue'])
        .where((eb) => eb.or(wanted.map(({ source_id, numero }) => eb.and({ source_id, numero }))))
        .execute()
