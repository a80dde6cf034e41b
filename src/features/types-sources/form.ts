import { z } from 'zod'
import { KINDS } from '../../champs/index.ts'
import type { Group } from '../../champs/kind.ts'
import { FIELD_POLICIES, FIELD_TYPES } from '../../db/schema.ts'
import { ACT_KINDS, type ActKind, GROUP_ROLES, PERSON_PARTS, type PersonPart } from '../../db/schema-persons.ts'
import {
  type Body,
  choice,
  flag,
  optionalId,
  optionalText,
  type Parsed,
  parseForm,
  refused,
  shown,
  text,
  version,
} from '../../web/form.ts'
import { modelByKey } from './actions/models.ts'
import { fixedType, MAX_NOM, optionsOf, optionsProblem, proposedNom } from './rules/champ.ts'
import { MAX_LABEL } from './rules/groups.ts'
import { roleOfLabel } from './rules/person-words.ts'

const TYPE_NAME = 'Indiquez le nom du type de source.'

const blankAsAbsent = (value: unknown) => (value === '' ? undefined : value)

/** Left out: a new type takes that of its model, another one keeps its own. */
const acte = z.preprocess(blankAsAbsent, choice(ACT_KINDS, 'Choisissez un acte de la liste.').optional())

const NewType = z.object({
  nom: optionalText(120),
  description: optionalText(2000),
  modele: optionalText(40).refine(
    (cle) => cle === null || modelByKey(cle) !== undefined,
    'Choisissez un modèle de la liste.',
  ),
  acte,
})

export interface NewType {
  nom: string
  description: string | null
  /** Key of the model whose fields it takes; null to start from nothing. */
  modele: string | null
  acte: ActKind
}

/** A new type; a model gives its own name, description and kind of act where they are left empty. */
export function parseNewType(raw: Body): Parsed<NewType> {
  const form = parseForm(NewType, raw)
  if (!form.ok) return form
  const model = modelByKey(form.value.modele ?? '')
  const nom = form.value.nom ?? model?.nom
  if (nom === undefined) return refused(raw, { nom: TYPE_NAME })
  const { description, modele, acte } = form.value
  const given = { description: description ?? model?.description ?? null, acte: acte ?? model?.acte ?? 'autre' }
  return { ok: true, value: { nom, modele, ...given } }
}

const EditedType = z.object({ nom: text(120, TYPE_NAME), description: optionalText(2000), acte, version })

export const parseType = (raw: Body) => parseForm(EditedType, raw)

const CopiedType = z.object({ nom: text(120, TYPE_NAME) })

export const parseCopy = (raw: Body) => parseForm(CopiedType, raw)

const NOM = /^[a-z][a-z0-9_]*$/

const ChampForm = z.object({
  label: text(120, 'Indiquez le libellé du champ.'),
  nom: optionalText(MAX_NOM).refine(
    (nom) => nom === null || NOM.test(nom),
    'Le nom commence par une lettre minuscule et ne contient que des minuscules sans accent, des chiffres et « _ ».',
  ),
  type: choice(FIELD_TYPES, 'Choisissez le type du champ.'),
  required: flag,
  // Longer than any list that is accepted: the sentence about its lines says more than one about its length.
  options_raw: optionalText(1_000_000),
  aide: optionalText(300),
  politique: z.preprocess((value) => (value === undefined || value === '' ? 'vide' : value), choice(FIELD_POLICIES)),
  majuscules: flag,
  completion: flag,
  // Asked when the form comes back: what records hold under the name is taken over, options that they hold are taken out.
  reprendre: flag,
  retirer: flag,
  // Null where nothing was chosen: the heading of a new field, the group as it is of another one.
  groupe: optionalId,
  partie: z.preprocess((value) => (value === '' ? null : value), choice(PERSON_PARTS).nullable().optional()),
  version,
})

export interface ChampInput extends Omit<z.output<typeof ChampForm>, 'options_raw' | 'nom'> {
  nom: string
  /** The name comes from the label, nobody typed it. */
  isProposed: boolean
  options: string[]
}

const FIXED = {
  text: 'Le champ de ce nom doit être un texte : il donne les noms des listes et de la recherche.',
  date: 'Le champ de ce nom doit être une date : elle classe les relevés.',
}

/** A field of a type. `current`: its name so far, kept where the box is left empty. */
export function parseChamp(raw: Body, current?: string): Parsed<ChampInput> {
  const form = parseForm(ChampForm, raw)
  if (!form.ok) return form
  const { options_raw, nom: typed, ...rest } = form.value
  const nom = typed ?? current ?? proposedNom(rest.label)
  const { hasOptions } = KINDS[rest.type]
  const options = hasOptions ? optionsOf(options_raw ?? '') : []
  const errors: Record<string, string> = {}
  if (nom === '') errors.nom = 'Indiquez un nom : ce libellé n’en donne pas.'
  const fixed = fixedType(nom)
  if (fixed && fixed !== rest.type) errors.type = FIXED[fixed as keyof typeof FIXED]
  const problem = hasOptions && optionsProblem(options)
  if (problem) errors.options_raw = problem
  if (Object.keys(errors).length > 0) return refused(raw, errors)
  return { ok: true, value: { ...rest, nom, isProposed: typed === null && current === undefined, options } }
}

const INCOMPLETE = 'Cet ordre est incomplet.'

const idText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, INCOMPLETE)
  .transform(Number)

/** Fields in the order sent, and the group of each where it was sent: empty for one that stands in none. */
const Ordre = z.object({
  ordre: z.preprocess((value) => (Array.isArray(value) ? value : String(value ?? '').split(',')), z.array(idText)),
  groupes: z.preprocess(
    (value) => (value === undefined ? undefined : [value].flat()),
    z.array(z.preprocess((value) => (value === '' ? null : value), idText.nullable())).optional(),
  ),
})

export type SentOrder = z.output<typeof Ordre>

export const parseOrdre = (raw: Body) => parseForm(Ordre, raw)

const BY_LABEL = 'auto'
const UNTOLD =
  'Ce libellé ne dit pas qui est cette personne\u00a0: choisissez son rôle, ou «\u00a0Aucun\u00a0: une rubrique\u00a0».'

const isPart = (text: unknown): text is PersonPart => PERSON_PARTS.some((part) => part === text)

const partList = z
  .preprocess((value) => (value === undefined ? [] : [value].flat()), z.array(z.unknown()))
  .refine((list): list is PersonPart[] => list.every(isPart), 'Cochez des champs de la liste.')

const GroupForm = z.object({
  libelle: text(MAX_LABEL, 'Indiquez le libellé du groupe.'),
  role: z.preprocess(
    blankAsAbsent,
    choice([...GROUP_ROLES, BY_LABEL] as const, 'Choisissez un rôle de la liste.').optional(),
  ),
  de: z.preprocess((value) => (value === BY_LABEL ? '' : value), optionalId),
  // A new group alone has these: a field for each of the parts, and the date of the act.
  parties: partList,
  date: flag,
  version,
})

export interface GroupInput extends Pick<Group, 'libelle' | 'role' | 'de'> {
  /** Whose kin it is, the label says. */
  isKinByLabel: boolean
  parties: PersonPart[]
  date: boolean
  version: number
}

/** A group of a type: a person, or a heading without role. */
export function parseGroup(raw: Body): Parsed<GroupInput> {
  const form = parseForm(GroupForm, raw)
  if (!form.ok) return form
  const { role: given = null, parties, ...rest } = form.value
  const role = given === BY_LABEL ? roleOfLabel(rest.libelle) : given
  if (role === undefined) return refused(raw, { role: UNTOLD })
  const isKinByLabel = shown(raw, 'de') === BY_LABEL
  return { ok: true, value: { ...rest, role, isKinByLabel, parties: role === null ? [] : [...new Set(parties)] } }
}
