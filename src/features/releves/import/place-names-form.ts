import type { Lookup } from '../../../champs/kind.ts'
import {
  type PlaceBox,
  type PlaceChoiceResult,
  placeBox,
  resolvePlace,
  searchPlace,
} from '../../../champs/place-choice.ts'
import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { optionalId } from '../../../web/form.ts'

/** Said of one name: what becomes of it. */
export type NameChoice = { nom: string } & ({ choix: 'creer' | 'notes' } | { choix: 'lieu'; lieu_id: number })

export interface NamesForm {
  choices: NameChoice[]
  /** Every other name goes to the notes. */
  isRestNoted: boolean
  parent_id: number | null
  type_id: number | null
  errors: FormErrors
  /** The place boxes as they are shown again, by name. */
  boxes: Map<string, PlaceBox>
}

interface Asked {
  names: readonly string[]
  mayCreate: boolean
  hasNotes: boolean
}

export const PARENT = 'lieu_parent_id'
const NO_RIGHT =
  'Seuls les gestionnaires et les administrateurs créent des lieux\u00a0: demandez-le-leur, ou choisissez une autre réponse.'
const NO_NOTES = 'Ce type de source n’a pas de champ de notes\u00a0: choisissez une autre réponse.'
const UNKNOWN = 'Choisissez une valeur dans la liste.'
const NOTHING = 'Choisissez une réponse pour au moins un nom.'

async function chosenPlace(raw: Body, n: number, lookup: Lookup, form: NamesForm): Promise<number | null> {
  const name = `lieu[${n}]`
  const choice = await resolvePlace(raw, name, lookup)
  form.boxes.set(name, placeBox(choice))
  if (choice.ok && choice.place) return choice.place.id
  form.errors[name] = choice.ok ? 'Choisissez le lieu.' : choice.message
  return null
}

/** One of the near places that the list offers. */
async function nearPlace(answer: string, lookup: Lookup): Promise<number | null> {
  const id = Number(/^lieu:(\d{1,9})$/.exec(answer)?.[1])
  return Number.isInteger(id) && (await lookup.lieuById(id)) ? id : null
}

/** Why this answer is not to be had; undefined where it is. */
function refusedAnswer(answer: string, { mayCreate, hasNotes }: Asked): string | undefined {
  if (answer === 'creer') return mayCreate ? undefined : NO_RIGHT
  return answer === 'notes' && !hasNotes ? NO_NOTES : undefined
}

/** Whoever names a place below the list, and leaves the list as it is, has answered all the same. */
function answerOf(raw: Body, n: number): string {
  const isNamed = shown(raw, `texte:lieu[${n}]`).trim() !== ''
  return shown(raw, `choix[${n}]`) || (isNamed ? 'autre' : '')
}

async function readName(raw: Body, n: number, nom: string, { lookup, asked, form }: Reading): Promise<void> {
  const name = `choix[${n}]`
  const answer = answerOf(raw, n)
  const problem = refusedAnswer(answer, asked)
  if (problem !== undefined) form.errors[name] = problem
  else if (answer === 'creer' || answer === 'notes') form.choices.push({ nom, choix: answer })
  else if (answer !== '') await readPlace(raw, n, nom, { lookup, asked, form })
}

async function readPlace(raw: Body, n: number, nom: string, { lookup, form }: Reading): Promise<void> {
  const answer = answerOf(raw, n)
  const lieu_id = answer === 'autre' ? await chosenPlace(raw, n, lookup, form) : await nearPlace(answer, lookup)
  if (lieu_id !== null) form.choices.push({ nom, choix: 'lieu', lieu_id })
  else if (answer !== 'autre') form.errors[`choix[${n}]`] = UNKNOWN
}

interface Reading {
  lookup: Lookup
  asked: Asked
  form: NamesForm
}

/** A place box whose button « Chercher » was pressed shows what was found. */
async function boxOf(raw: Body, name: string, lookup: Lookup, choice: PlaceChoiceResult): Promise<PlaceBox> {
  return shown(raw, 'chercher') === name ? searchPlace(raw, name, lookup) : placeBox(choice)
}

async function readNewPlaces(raw: Body, lookup: Lookup, form: NamesForm): Promise<void> {
  const parent = await resolvePlace(raw, PARENT, lookup)
  form.boxes.set(PARENT, await boxOf(raw, PARENT, lookup, parent))
  const type = optionalId.safeParse(raw.type_id)
  form.parent_id = parent.ok ? (parent.place?.id ?? null) : null
  form.type_id = type.success ? type.data : null
  if (!form.choices.some(({ choix }) => choix === 'creer')) return
  if (!parent.ok) form.errors[PARENT] = parent.message
  else if (parent.place === null) form.errors[PARENT] = 'Dites où se trouvent les lieux à créer.'
  if (!type.success) form.errors.type_id = UNKNOWN
}

/** Reads what somebody says of the names that no place bears; names that the form does not hold are left as they are. */
export async function parseNames(raw: Body, lookup: Lookup, asked: Asked): Promise<NamesForm> {
  const isRestNoted = shown(raw, 'reste') === 'notes'
  const form: NamesForm = { choices: [], isRestNoted, parent_id: null, type_id: null, errors: {}, boxes: new Map() }
  const known = new Set(asked.names)
  for (let n = 0; raw[`nom[${n}]`] !== undefined && n < MAX_NAMES; n += 1) {
    const nom = shown(raw, `nom[${n}]`)
    if (known.has(nom)) await readName(raw, n, nom, { lookup, asked, form })
    const box = `lieu[${n}]`
    if (shown(raw, 'chercher') === box) form.boxes.set(box, await searchPlace(raw, box, lookup))
  }
  await readNewPlaces(raw, lookup, form)
  if (isRestNoted && !asked.hasNotes) form.errors.reste = NO_NOTES
  if (form.choices.length === 0 && !isRestNoted && Object.keys(form.errors).length === 0) form.errors[''] = NOTHING
  return form
}

/** As many answers as a form may hold. */
const MAX_NAMES = 100
