// Acts that say the same of the same people.
import { BURIALS } from '../../../champs/couples.ts'
import { readAge } from '../../../lib/age-texts.ts'
import { dateInWords } from '../../../lib/dates.ts'
import { sortKey } from '../../../lib/text.ts'
import { type Act, type Hit, type Material, ofAct, type WarningKind } from './kind.ts'
import { type Dated, eventOf, mainNames, textOf } from './values.ts'

type Placed = Dated & { act: Act; names: string }

/** Acts with a date and at least a surname and a first name of those they are about. */
function named({ champs, acts }: Material): Placed[] {
  const fields = mainNames(champs)
  return acts.flatMap((act): Placed[] => {
    const event = eventOf(act)
    const texts = fields.map((champ) => sortKey(textOf(champ, act)))
    const isNamed = texts.filter((text) => text !== '').length >= 2
    return event && isNamed ? [{ act, ...event, names: texts.join('|') }] : []
  })
}

function groupsBy<T>(rows: readonly T[], keyOf: (row: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? []
    groups.set(keyOf(row), group)
    group.push(row)
  }
  return [...groups.values()].filter(({ length }) => length > 1)
}

const dayOf = ({ value: { iso, valeur } }: Dated): string => iso ?? valeur

const twins: WarningKind = {
  label: 'Acte en double',
  weight: 3,
  caution: 'Deux enfants du même prénom le même jour, ou un acte que le registre a lui-même deux fois.',
  sentence: ({ detail }) => `Même date et mêmes noms qu’un autre acte de la source (${detail.date}).`,
  find: (material) =>
    groupsBy(named(material), (one) => `${dayOf(one)}|${one.names}`).flatMap(([first, ...more]) =>
      more.map(
        ({ act, value }): Hit => ({
          releve_id: act.id,
          champ: '',
          valeur: ofAct(act.id, first?.act.id ?? 0),
          detail: { acte: first?.act.id ?? 0, date: dateInWords(value) },
        }),
      ),
    ),
}

/** A name given again to a younger child is buried again too: later than that, or of another age. */
const SAME_DEATH_DAYS = 60

function burialsOf(material: Material): Placed[] {
  const acte = material.champs[0]?.acte
  return acte !== undefined && BURIALS.has(acte) ? named(material) : []
}

/** They have the same age, and the same father and spouse where both acts name them. */
function isSamePerson({ champs }: Material, one: Act, other: Act): boolean {
  const aged = champs.find(({ partie, groupe }) => partie === 'age' && groupe?.role === 'principal')
  const [age, otherAge] = [readAge(textOf(aged, one)), readAge(textOf(aged, other))]
  if (!age || !otherAge || Math.abs(age.years - otherAge.years) > 1) return false
  const kin = champs.filter(({ partie, groupe }) => partie === 'prenom' && KIN.has(groupe?.role ?? ''))
  return kin.every((champ) => {
    const [a, b] = [sortKey(textOf(champ, one)), sortKey(textOf(champ, other))]
    return a === b || a === '' || b === ''
  })
}

const KIN: ReadonlySet<string> = new Set(['pere', 'mere', 'conjoint'])

const buriedTwice: WarningKind = {
  label: 'Même personne inhumée deux fois',
  weight: 3,
  caution: 'Deux homonymes du même âge morts la même saison\u00a0: rare, mais une épidémie y suffit.',
  sentence: ({ detail }) => `Mêmes noms et même âge qu’une personne inhumée le ${detail.date}.`,
  find: (material) =>
    groupsBy(burialsOf(material), ({ names }) => names).flatMap((group) =>
      group.flatMap((one, at): Hit[] => {
        const first = group
          .slice(0, at)
          .find(
            (other) =>
              dayOf(other) !== dayOf(one) &&
              Math.abs(other.days[0] - one.days[0]) <= SAME_DEATH_DAYS &&
              isSamePerson(material, other.act, one.act),
          )
        if (!first) return []
        const detail = { acte: first.act.id, date: dateInWords(first.value) }
        return [{ releve_id: one.act.id, champ: '', valeur: ofAct(one.act.id, first.act.id), detail }]
      }),
    ),
}

export const TWIN_KINDS = { jumeau: twins, inhume_deux_fois: buriedTwice } satisfies Record<string, WarningKind>
