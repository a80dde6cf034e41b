// This table says how each criterion is shown: by its box, as a filter in force, by an advice where nothing is found. A criterion
// without an entry, or an entry without one of its parts, does not compile.
import type { Child } from 'hono/jsx'
import { COUPLE_ACTS } from '../../../champs/couples.ts'
import type { PlaceValue } from '../../../champs/kind.ts'
import { SOURCE_STATUSES } from '../../../db/schema.ts'
import { NBSP, NNBSP, quoted } from '../../../lib/typo.ts'
import { MODES } from '../../../search/language.ts'
import { type Lived, SEARCH_ROLES } from '../../../search/marks.ts'
import type { Sounding } from '../../../search/wording.ts'
import { statusLabel } from '../../droits/status.ts'
import { ACT_LABELS } from '../../types-sources/rules/persons.ts'
import {
  type Advice,
  allActs,
  anybody,
  isNamed,
  isOfCouple,
  otherSpellings,
  otherWords,
  surnameAlone,
  widerYears,
} from '../rules/advice.ts'
import {
  type Criteria,
  type CriterionName,
  isInForce,
  LABELS,
  type NameCriterion,
  type Values,
  without,
} from '../rules/criteria.ts'
import { ACTS_LABELS, MODE_LABELS, ROLE_LABELS } from '../rules/labels.ts'
import {
  type BoxProps,
  ChoiceBox,
  Kept,
  KeptList,
  NameBox,
  PlaceBox,
  type SearchChoices,
  WordsBox,
  YearBox,
} from './boxes.tsx'

/**
 * `names`, the `couple` where one is looked for, and `where` stand on the first line of the form, `words` on its second; `more` is
 * folded until one of it is asked for; what is `kept` has no box.
 */
export type Group = 'names' | 'couple' | 'where' | 'words' | 'more' | 'kept'

/** A chip may need this beside its value. */
export interface ChipContext {
  criteria: Criteria
  choices: SearchChoices
  /** Title of the source that the search is limited to, where this reader sees it. */
  sourceTitre: string | undefined
  sounding: readonly Sounding[]
}

export interface Chip {
  label: string
  /** It makes the search do without. */
  change: Partial<Criteria>
}

export interface ShownCriterion<T> {
  /** The boxes of a group stand in the order of the table. */
  group: Group
  Box: (props: BoxProps) => Child
  /** Names the criterion among the filters in force, where one click takes it away; or gives several chips for it. */
  chip: ((value: NonNullable<T>, context: ChipContext) => string | Chip[]) | null
  /** A sentence leads to the search without the criterion; anything else is a function. */
  advice: string | ((criteria: Criteria) => Advice[]) | null
}

/** « Nom se prononce comme « lefevre » ». */
const nameChip =
  (kind: NameCriterion) =>
  (typed: string, { criteria: { mode } }: ChipContext) =>
    `${LABELS[kind]}${mode === 'exact' ? '' : ` ${MODE_LABELS[mode]}`} ${quoted(typed)}`

const named = (list: readonly { id: number; nom: string }[], id: number): string | undefined =>
  list.find((one) => one.id === id)?.nom

/** So many spellings left out are named one by one. */
const MAX_TOLD = 5

/** Those that belong to another name, asked for before, say nothing of this search. */
function leftOutChips(sauf: string[], { sounding }: ChipContext): Chip[] {
  const words = new Set(sounding.flatMap((one) => one.words))
  const list = sauf.filter((word) => words.has(word))
  if (list.length > MAX_TOLD) return [{ label: `sans ${list.length}${NBSP}graphies`, change: without('sauf') }]
  return list.map((word) => ({
    label: `sans la graphie ${quoted(word)}`,
    change: { sauf: sauf.filter((one) => one !== word) },
  }))
}

/** A place of the person; what contains it is asked for with it. */
const livedIn = (name: Lived, advice: string): ShownCriterion<PlaceValue | null> => ({
  group: 'more',
  Box: (props) => <PlaceBox {...props} name={name} />,
  chip: ({ nom_long }) => `${LABELS[name]}${NNBSP}: ${nom_long}`,
  advice,
})

/** The filters in force stand in this order. */
export const SHOWN: { [N in CriterionName]: ShownCriterion<Values[N]> } = {
  q: { group: 'words', Box: WordsBox, chip: quoted, advice: otherWords },
  nom: { group: 'names', Box: NameBox, chip: nameChip('nom'), advice: otherSpellings },
  prenom: { group: 'names', Box: NameBox, chip: nameChip('prenom'), advice: surnameAlone },
  mode: {
    group: 'more',
    Box: (props) => (
      <ChoiceBox {...props} options={MODES.map((mode) => ({ id: mode, nom: MODE_LABELS[mode] }))} isHard />
    ),
    chip: null,
    advice: null,
  },
  role: {
    group: 'more',
    Box: (props) => (
      <ChoiceBox
        {...props}
        all="n’importe qui dans l’acte"
        isHard
        options={SEARCH_ROLES.map((role) => ({ id: role, nom: ROLE_LABELS[role] }))}
      />
    ),
    chip: (role, { criteria }) => (isNamed(criteria) ? `Porté par ${ROLE_LABELS[role]}` : []),
    advice: anybody,
  },
  type: {
    group: 'more',
    Box: (props) => <ChoiceBox {...props} all="Tous les types" options={props.choices.types} />,
    chip: (type, { choices }) => named(choices.types, type) ?? 'Type inconnu',
    advice: 'ne choisissez pas de type de source',
  },
  acte: {
    group: 'kept',
    Box: Kept,
    chip: (acte) => `Actes${NNBSP}: ${ACT_LABELS[acte].toLowerCase()}`,
    advice: 'cherchez dans tous les genres d’actes',
  },
  lieu: {
    group: 'where',
    Box: (props) => <PlaceBox {...props} name="lieu" />,
    chip: ({ nom_long }) => nom_long,
    advice: 'choisissez un lieu plus vaste, ou tous les lieux',
  },
  annee_debut: { group: 'where', Box: YearBox, chip: (year) => `à partir de ${year}`, advice: widerYears },
  // Both years are widened at once.
  annee_fin: { group: 'where', Box: YearBox, chip: (year) => `jusqu’en ${year}`, advice: null },
  section: {
    group: 'more',
    Box: (props) =>
      props.choices.sections.length > 0 && <ChoiceBox {...props} all="Toutes" options={props.choices.sections} />,
    chip: (section, { choices }) => named(choices.sections, section) ?? 'Section inconnue',
    advice: 'cherchez dans toutes les sections',
  },
  statut: {
    group: 'more',
    Box: (props) => (
      <ChoiceBox
        {...props}
        all="Tous"
        options={SOURCE_STATUSES.map((status) => ({ id: status, nom: statusLabel(status) }))}
      />
    ),
    chip: statusLabel,
    advice: `cherchez quel que soit le statut${NNBSP}; les sources à relever n’ont pas de relevés`,
  },
  source: {
    group: 'kept',
    Box: Kept,
    chip: (_id, { sourceTitre }) => sourceTitre ?? 'Source inconnue',
    advice: 'cherchez dans toutes les sources',
  },
  tri: { group: 'kept', Box: Kept, chip: null, advice: null },
  nom2: {
    group: 'couple',
    Box: NameBox,
    chip: nameChip('nom2'),
    advice: 'cherchez sans le nom du conjoint',
  },
  prenom2: {
    group: 'couple',
    Box: NameBox,
    chip: nameChip('prenom2'),
    advice: 'cherchez sans le prénom du conjoint',
  },
  actes: {
    group: 'more',
    Box: (props) => (
      <ChoiceBox
        {...props}
        all="tous les actes"
        options={COUPLE_ACTS.map((acts) => ({ id: acts, nom: ACTS_LABELS[acts] }))}
      />
    ),
    chip: (actes, { criteria }) => (isOfCouple(criteria) ? ACTS_LABELS[actes] : []),
    advice: allActs,
  },
  ne_a: livedIn('ne_a', 'cherchez quel que soit le lieu de naissance'),
  domicile: livedIn('domicile', 'cherchez quel que soit le domicile'),
  origine: livedIn('origine', 'cherchez quelle que soit l’origine'),
  sauf: { group: 'kept', Box: KeptList, chip: leftOutChips, advice: null },
}

export const SHOWN_NAMES = Object.keys(SHOWN) as CriterionName[]

function chipsOf<N extends CriterionName>(name: N, context: ChipContext): Chip[] {
  const values: Values = context.criteria
  const { chip }: ShownCriterion<Values[N]> = SHOWN[name]
  if (chip === null || !isInForce(name, values)) return []
  const label = chip(values[name] as NonNullable<Values[N]>, context)
  return typeof label === 'string' ? [{ label, change: without(name) }] : label
}

/** All filters in force. */
export const allChips = (context: ChipContext): Chip[] => SHOWN_NAMES.flatMap((name) => chipsOf(name, context))
