import { z } from 'zod'
import type { Lookup } from '../../champs/kind.ts'
import { type PlaceBox, placeBox, resolvePlace } from '../../champs/place-choice.ts'
import { RELECTURES } from '../../db/schema-revue.ts'
import type { Body, FormErrors } from '../../lib/body.ts'
import {
  choice,
  idList,
  optionalId,
  optionalText,
  optionalYear,
  type Parsed,
  parseForm,
  rawOf,
  version,
} from '../../web/form.ts'
import type { SourceInput } from './actions/sources.ts'
import type { VisibleSource } from './queries/sources.ts'

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
  // A form that does not ask leaves them as they are.
  relecture: choice(RELECTURES, 'Choisissez dans la liste ce qui est relu.').optional(),
  quatre_yeux: z.enum(['0', '1'], 'Choisissez dans la liste qui approuve.').optional().transform(yesOrNo),
  version,
})

function yesOrNo(typed: '0' | '1' | undefined): boolean | undefined {
  return typed === undefined ? undefined : typed === '1'
}

/** `box`: what the place box shows again. */
export type SourceForm = Parsed<SourceInput & { version: number }> & { box: PlaceBox }

export const LIEU = 'lieu_id'

/** A source as typed, errors of all fields at once; what needs the database is checked by the actions. */
export async function parseSource(raw: Body, lookup: Lookup): Promise<SourceForm> {
  const fields = parseForm(SourceFields, raw)
  const choice = await resolvePlace(raw, LIEU, lookup)
  const box = placeBox(choice)
  const errors: FormErrors = fields.ok ? {} : { ...fields.errors }
  if (!choice.ok) errors[LIEU] = choice.message
  if (fields.ok && isReversed(fields.value)) errors.annee_fin = 'La dernière année précède la première.'
  if (!fields.ok || !choice.ok || Object.keys(errors).length > 0) return { ok: false, raw, errors, box }
  return { ok: true, value: { ...fields.value, lieu_id: choice.place?.id ?? null }, box }
}

const isReversed = ({ annee_debut, annee_fin }: { annee_debut: number | null; annee_fin: number | null }): boolean =>
  annee_debut !== null && annee_fin !== null && annee_debut > annee_fin

/** An existing source as the form it is edited with. */
export function rawOfSource(source: VisibleSource, membres: { id: number }[]): Body {
  const { titre, type_source_id, section_id, depot_id, cote, url, note, annee_debut, annee_fin, relecture } = source
  return {
    ...rawOf({ relecture, quatre_yeux: source.quatre_yeux ? '1' : '0' }),
    ...rawOf({ titre, type_source_id, section_id, depot_id, cote, url, note, annee_debut, annee_fin }),
    ...rawOf({ version: source.version, [LIEU]: source.lieu_id, [`texte:${LIEU}`]: source.lieu_nom_long }),
    membres: membres.map(({ id }) => String(id)),
  }
}
