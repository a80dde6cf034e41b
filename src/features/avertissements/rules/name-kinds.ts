// Names as the rest of the section, and of the site, has them.
import type { Champ } from '../../../champs/kind.ts'
import { genderOf, isKnownFirstName } from '../../../lib/first-names-gender.ts'
import { fold, formatNumber, words } from '../../../lib/text.ts'
import { type Gender, genderOfNames } from '../../completion/rules/sex.ts'
import { isFeminine } from '../../types-sources/rules/person-words.ts'
import type { Facts } from './facts.ts'
import type { Act, Hit, Material, WarningKind } from './kind.ts'
import { fieldsOf, textOf } from './values.ts'

/** « LE GOFF », « le Goff » and « Legoff » are one surname. */
export const surnameKey = (text: string): string => words(text).join('')

/** Shorter ones are one letter away from many. */
const SHORTEST = 4
/** No surname is longer: a remark that stands in its column has thousands of words one letter away. */
const LONGEST = 30
/** So many acts of one source bear a name by mistake, not more. */
const FEW = 2

const isCertain = ({ etats }: Act, { nom }: Champ): boolean => etats[nom] === undefined

interface Found {
  act: Act
  champ: Champ
  text: string
}

/** Values of these fields that nobody has said to be doubtful. */
const valuesOf = (acts: readonly Act[], champs: readonly Champ[]): Found[] =>
  acts.flatMap((act) =>
    champs.flatMap((champ): Found[] => {
      const text = textOf(champ, act)
      return text === '' || !isCertain(act, champ) ? [] : [{ act, champ, text }]
    }),
  )

/** Acts in which each key stands. */
function actsBy(found: readonly Found[], keysOf: (one: Found) => string[]): Map<string, Set<number>> {
  const acts = new Map<string, Set<number>>()
  for (const one of found)
    for (const key of keysOf(one)) {
      const ids = acts.get(key) ?? new Set<number>()
      acts.set(key, ids.add(one.act.id))
    }
  return acts
}

/** Surnames that stand in few acts of the source, folded into one word: what the site knows of them decides. */
export function rareSurnames({ champs, acts }: Pick<Material, 'champs' | 'acts'>): string[] {
  const by = actsBy(valuesOf(acts, fieldsOf(champs, 'nom')), ({ text }) => [surnameKey(text)])
  return [...by].flatMap(([key, ids]) =>
    ids.size <= FEW && key.length >= SHORTEST && key.length <= LONGEST ? [key] : [],
  )
}

const rareName: WarningKind = {
  label: 'Nom rare, à une lettre d’un nom fréquent',
  weight: 3,
  caution: 'Le registre peut écrire ainsi ce nom cette fois-là, et de vraies familles rares existent.',
  sentence: ({ valeur, detail }) =>
    `${valeur} est rare ici, et ${detail.proche} fréquent (${formatNumber(Number(detail.n))}\u00a0fois dans la section)\u00a0: une lettre les sépare.`,
  find({ champs, acts, facts: { near } }) {
    if (near.size === 0) return []
    return valuesOf(acts, fieldsOf(champs, 'nom')).flatMap(({ act, champ, text }): Hit[] => {
      const key = surnameKey(text)
      const other = near.get(key)
      const detail = { proche: other?.texte ?? '', n: other?.n ?? 0 }
      return other ? [{ releve_id: act.id, champ: champ.nom, valeur: text, detail }] : []
    })
  },
}

/** First names of a text: « J. Bte » and « Marie-Anne » give their whole words alone. */
export function firstNameWords(text: string): string[] {
  return (text.match(/[\p{L}\p{M}’']+\.?/gu) ?? [])
    .filter((word) => !word.endsWith('.'))
    .map((word) => words(word).join(''))
    .filter((word) => word.length >= 3 && !SMALL.has(word))
}

const SMALL: ReadonlySet<string> = new Set([
  'des',
  'les',
  'dit',
  'dite',
  'feu',
  'anonyme',
  'inconnu',
  'inconnue',
  'sans',
  'nom',
  'prenom',
])

/** First names that stand in few acts of the source and in no table, each with these acts: what the site knows decides. */
export function rareFirstNames({ champs, acts }: Pick<Material, 'champs' | 'acts'>): Map<string, ReadonlySet<number>> {
  const by = actsBy(valuesOf(acts, fieldsOf(champs, 'prenom')), ({ text }) => firstNameWords(text))
  return new Map([...by].filter(([word, ids]) => ids.size <= FEW && !isKnownFirstName(word)))
}

const unknownFirstName: WarningKind = {
  label: 'Prénom jamais vu',
  weight: 3,
  caution: 'Un vrai prénom rare, un saint local, une forme latine ou bretonne.',
  sentence: ({ detail }) => `Le prénom «\u00a0${detail.mot}\u00a0» ne se trouve dans aucune autre source du site.`,
  find: ({ champs, acts, facts: { unknown } }) =>
    unknown.size === 0
      ? []
      : valuesOf(acts, fieldsOf(champs, 'prenom')).flatMap(({ act, champ, text }): Hit[] => {
          const word = firstNameWords(text).find((one) => unknown.has(one))
          return word === undefined
            ? []
            : [{ releve_id: act.id, champ: champ.nom, valeur: word, detail: { mot: word } }]
        }),
}

/** So many fathers or mothers say whose name it is, this share of the other sex aside. */
const CLEAR = 33
const ASIDE = 0.1

/** The gender of a first name by those who are fathers and mothers on the site, else by the table. */
function genderOnSite(word: string, { fathers, mothers }: Facts): Gender | undefined {
  const [men, women] = [fathers.get(word) ?? 0, mothers.get(word) ?? 0]
  const all = men + women
  if (all < CLEAR) return genderOf(word)
  if (women <= all * ASIDE) return 'M'
  return men <= all * ASIDE ? 'F' : undefined
}

/** The gender that the table and the site agree on; « Marie Joseph » and « Anne Marie Jean » say nothing. */
function genderOfText(text: string, facts: Facts): Gender | undefined {
  const said = new Set(firstNameWords(text).map((word) => genderOnSite(word, facts)))
  const [only] = said
  const byTable = genderOfNames(text)
  if (said.size !== 1 || only === undefined) return undefined
  return byTable === undefined || byTable === only ? only : undefined
}

const ROLES: Partial<Record<string, Gender>> = { pere: 'M', parrain: 'M', mere: 'F', marraine: 'F' }
const HUSBAND = /^(epoux|marie|mari|futur|conscrit|soldat)$/

/** The gender that the act says of somebody: a field, a role, « Époux », « Épouse ». */
function genderSaid({ champs }: Material, champ: Champ, act: Act): Gender | undefined {
  const group = champ.groupe
  const field = champs.find(({ partie, groupe }) => partie === 'sexe' && groupe?.id === group?.id)
  const said = textOf(field, act)
  if (said !== '') return SAID.find(([pattern]) => pattern.test(fold(said)))?.[1]
  const byRole = ROLES[group?.role ?? '']
  if (byRole || group?.role !== 'principal') return byRole
  if (isFeminine(group.libelle)) return 'F'
  return HUSBAND.test(fold(group.libelle).split(' ')[0] ?? '') ? 'M' : undefined
}

const SAID: readonly [RegExp, Gender][] = [
  [/^(m|h|g|masc.*|homme|garcon|male)$/, 'M'],
  [/^(f|fem.*|fille)$/, 'F'],
]

const GENDER_WORDS: Record<Gender, string> = { M: 'un homme', F: 'une femme' }

const sexAndName: WarningKind = {
  label: 'Sexe contre prénom',
  weight: 2,
  caution: 'Certains prénoms sont portés par les deux (Anne, Claude, Marie)\u00a0: ceux-là ne comptent pas.',
  sentence: ({ valeur, detail }) => `${valeur} est ${detail.prenom}, la fiche dit ${detail.dit}.`,
  find(material) {
    const { champs, acts, facts } = material
    return valuesOf(acts, fieldsOf(champs, 'prenom')).flatMap(({ act, champ, text }): Hit[] => {
      const said = genderSaid(material, champ, act)
      const borne = said && genderOfText(text, facts)
      if (!said || !borne || said === borne) return []
      const detail = { prenom: `un prénom ${borne === 'M' ? 'd’homme' : 'de femme'}`, dit: GENDER_WORDS[said] }
      return [{ releve_id: act.id, champ: champ.nom, valeur: `${text} ${said}`, detail: { ...detail, texte: text } }]
    })
  },
}

export const NAME_KINDS = {
  nom_rare: rareName,
  prenom_inconnu: unknownFirstName,
  sexe_prenom: {
    ...sexAndName,
    sentence: (told) => sexAndName.sentence({ ...told, valeur: String(told.detail.texte) }),
  },
} satisfies Record<string, WarningKind>
