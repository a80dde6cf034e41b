import { z } from 'zod'
import type { Lookup } from '../../champs/kind.ts'
import { type PlaceBox, placeBox, resolvePlace } from '../../champs/place-choice.ts'
import { DOUBLE_SHARES, RELECTURES } from '../../db/schema-revue.ts'
import type { Body, FormErrors } from '../../lib/body.ts'
import { isWebAddress } from '../../lib/web-address.ts'
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
import { gapText, readGaps, readSpans, spansText, storedYears, strayYears } from './rules/years.ts'

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
  annees: optionalText(1000).transform((text) => text ?? ''),
  lacunes: optionalText(10_000).transform((text) => text ?? ''),
  membres: idList,
  // A form that does not ask leaves them as they are.
  relecture: choice(RELECTURES, 'Choisissez dans la liste ce qui est relu.').optional(),
  double_saisie: choice(DOUBLE_SHARES.map(String), 'Choisissez dans la liste la part saisie une seconde fois.')
    .optional()
    .transform((share) => (share === undefined ? undefined : Number(share))),
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
  const years = fields.ok ? readYears(fields.value) : undefined
  if (years && !years.ok) Object.assign(errors, years.errors)
  if (!fields.ok || !choice.ok || !years?.ok || Object.keys(errors).length > 0) return { ok: false, raw, errors, box }
  const { annees, lacunes, ...bounds } = years.value
  const asked = {
    ...(Object.hasOwn(raw, 'annees') && { annees }),
    ...(Object.hasOwn(raw, 'lacunes') && { lacunes }),
  }
  const { annees: _, lacunes: __, ...rest } = fields.value
  return { ok: true, value: { ...rest, ...bounds, ...asked, lieu_id: choice.place?.id ?? null }, box }
}

type TypedYears = Pick<z.output<typeof SourceFields>, 'annee_debut' | 'annee_fin' | 'annees' | 'lacunes'>

/** Years and gaps as typed; those of a form that does not ask for them come to nothing, and are left out above. */
function readYears({ annee_debut, annee_fin, ...typed }: TypedYears) {
  const [annees, lacunes] = [readSpans(typed.annees), readGaps(typed.lacunes)]
  if (!annees.ok || !lacunes.ok)
    return {
      ok: false as const,
      errors: { ...(!annees.ok && { annees: annees.message }), ...(!lacunes.ok && { lacunes: lacunes.message }) },
    }
  const years = { annee_debut, annee_fin, annees: annees.value, lacunes: lacunes.value }
  const errors: FormErrors = { ...strayYears(years) }
  if (Object.keys(errors).length > 0) return { ok: false as const, errors }
  return { ok: true as const, value: storedYears(years) }
}

const isReversed = ({ annee_debut, annee_fin }: { annee_debut: number | null; annee_fin: number | null }): boolean =>
  annee_debut !== null && annee_fin !== null && annee_debut > annee_fin

/** An existing source as the form it is edited with. */
export function rawOfSource(source: VisibleSource, membres: { id: number }[]): Body {
  const { titre, type_source_id, section_id, depot_id, cote, url, note, annee_debut, annee_fin, relecture } = source
  return {
    ...rawOf({ relecture, double_saisie: source.double_saisie, quatre_yeux: source.quatre_yeux ? '1' : '0' }),
    ...rawOf({ titre, type_source_id, section_id, depot_id, cote, url, note, annee_debut, annee_fin }),
    ...rawOf({ version: source.version, [LIEU]: source.lieu_id, [`texte:${LIEU}`]: source.lieu_nom_long }),
    annees: spansText(source.annees),
    lacunes: (source.lacunes ?? []).map(gapText).join('\n'),
    membres: membres.map(({ id }) => String(id)),
  }
}
