import { z } from 'zod'
import { KINDS } from '../../champs/index.ts'
import { FIELD_POLICIES, FIELD_TYPES } from '../../db/schema.ts'
import {
  type Body,
  choice,
  flag,
  optionalText,
  type Parsed,
  parseForm,
  refused,
  text,
  version,
} from '../../web/form.ts'
import { modelByKey } from './actions/models.ts'
import { fixedType, MAX_NOM, optionsOf, optionsProblem, proposedNom } from './rules/champ.ts'

const TYPE_NAME = 'Indiquez le nom du type de source.'

const NewType = z.object({
  nom: optionalText(120),
  description: optionalText(2000),
  modele: optionalText(40).refine(
    (cle) => cle === null || modelByKey(cle) !== undefined,
    'Choisissez un modèle de la liste.',
  ),
})

export interface NewType {
  nom: string
  description: string | null
  /** Key of the model whose fields it takes; null to start from nothing. */
  modele: string | null
}

/** A new type; a model gives its own name and description where they are left empty. */
export function parseNewType(raw: Body): Parsed<NewType> {
  const form = parseForm(NewType, raw)
  if (!form.ok) return form
  const model = modelByKey(form.value.modele ?? '')
  const nom = form.value.nom ?? model?.nom
  if (nom === undefined) return refused(raw, { nom: TYPE_NAME })
  return { ok: true, value: { ...form.value, nom, description: form.value.description ?? model?.description ?? null } }
}

const EditedType = z.object({ nom: text(120, TYPE_NAME), description: optionalText(2000), version })

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

/** The ids of `ordre`, in the order sent; undefined where one of them is no id. */
const Ordre = z.object({
  ordre: z.preprocess(
    (value) => (Array.isArray(value) ? value : String(value ?? '').split(',')),
    z.array(
      z
        .string()
        .regex(/^[1-9]\d{0,9}$/, 'Cet ordre est incomplet.')
        .transform(Number),
    ),
  ),
})

export const parseOrdre = (raw: Body) => parseForm(Ordre, raw)
