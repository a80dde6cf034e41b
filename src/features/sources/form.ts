import { z } from 'zod'
import type { Lookup, PlaceValue } from '../../champs/kind.ts'
import { resolvePlace } from '../../champs/place-choice.ts'
import type { Body, FormErrors } from '../../lib/body.ts'
import {
  idList,
  optionalId,
  optionalText,
  optionalYear,
  type Parsed,
  parseForm,
  rawOf,
  version,
} from '../../web/form.ts'
import type { SourceInput } from './actions.ts'
import type { VisibleSource } from './queries.ts'

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && ['http:', 'https:'].includes(url.protocol)
}

const SourceFields = z.object({
  titre: optionalText(255),
  type_source_id: optionalId.refine((id): id is number => id !== null, 'Choisissez le type de la source.'),
  section_id: optionalId,
  depot_id: optionalId,
  cote: optionalText(120),
  url: optionalText(2000).refine(
    (url) => url === null || isWebAddress(url),
    'Indiquez une adresse complète, qui commence par https:// ou http://.',
  ),
  note: optionalText(5000),
  annee_debut: optionalYear,
  annee_fin: optionalYear,
  membres: idList,
  version,
})

/** What the place box stands for: to show the form again as it was. */
export interface PlaceShown {
  lieu: PlaceValue | null
  candidates: PlaceValue[] | undefined
}

export type SourceForm = Parsed<SourceInput & { version: number }> & PlaceShown

const LIEU = 'lieu_id'

/** A source as typed, errors of all fields at once; what needs the database is checked by the actions. */
export async function parseSource(raw: Body, lookup: Lookup): Promise<SourceForm> {
  const fields = parseForm(SourceFields, raw)
  const choice = await resolvePlace(raw, LIEU, lookup)
  const again = choice.ok
    ? { lieu: choice.place, candidates: undefined }
    : { lieu: null, candidates: choice.candidates }
  const errors: FormErrors = fields.ok ? {} : { ...fields.errors }
  if (!choice.ok) errors[LIEU] = choice.message
  if (fields.ok && isReversed(fields.value)) errors.annee_fin = 'La dernière année précède la première.'
  if (!fields.ok || !choice.ok || Object.keys(errors).length > 0) return { ok: false, raw, errors, ...again }
  return { ok: true, value: { ...fields.value, lieu_id: choice.place?.id ?? null }, ...again }
}

const isReversed = ({ annee_debut, annee_fin }: { annee_debut: number | null; annee_fin: number | null }): boolean =>
  annee_debut !== null && annee_fin !== null && annee_debut > annee_fin

/** What the button « Chercher » of the place box finds, whatever was chosen before; nothing is refused yet. */
export async function searchLieu(raw: Body, lookup: Lookup): Promise<PlaceShown> {
  const choice = await resolvePlace({ ...raw, [LIEU]: '' }, LIEU, lookup)
  return choice.ok ? { lieu: choice.place, candidates: undefined } : { lieu: null, candidates: choice.candidates }
}

/** An existing source as the form it is edited with. */
export function rawOfSource(source: VisibleSource, membres: { id: number }[]): Body {
  const { titre, type_source_id, section_id, depot_id, cote, url, note, annee_debut, annee_fin } = source
  return {
    ...rawOf({ titre, type_source_id, section_id, depot_id, cote, url, note, annee_debut, annee_fin }),
    ...rawOf({ version: source.version, [LIEU]: source.lieu_id, [`texte:${LIEU}`]: source.lieu_nom_long }),
    membres: membres.map(({ id }) => String(id)),
  }
}
