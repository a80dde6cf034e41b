import { z } from 'zod'
import type { Lookup } from '../../champs/kind.ts'
import { type PlaceBox, placeBox, resolvePlace } from '../../champs/place-choice.ts'
import { type Body, shown } from '../../lib/body.ts'
import { sortKey } from '../../lib/text.ts'
import { optionalId, optionalText, type Parsed, parseForm, rawOf, text, version } from '../../web/form.ts'
import type { LieuInput } from './actions.ts'
import type { Lieu } from './queries/places.ts'
import { type Axis, readCoordinate, typedCoordinate } from './rules/coordinates.ts'

const coordinate = (axis: Axis) =>
  optionalText(60).transform((typed, ctx) => {
    const reading = readCoordinate(typed ?? '', axis)
    if (reading.ok) return reading.value
    ctx.addIssue({ code: 'custom', message: reading.message })
    return z.NEVER
  })

const LieuFields = z.object({
  nom: text(255, 'Indiquez le nom du lieu.').refine(
    (nom) => nom === '' || sortKey(nom) !== '',
    'Ce nom doit contenir au moins une lettre ou un chiffre.',
  ),
  code: optionalText(20),
  type_id: optionalId,
  latitude: coordinate('latitude'),
  longitude: coordinate('longitude'),
  note: optionalText(5000),
  version,
})

export type LieuForm = Parsed<LieuInput & { version: number }> & PlaceBox

export const PARENT = 'lieu_parent_id'

/** A place as typed; the place it lies in is read by `resolvePlace`. Errors of all fields are told at once. */
export async function parseLieu(raw: Body, lookup: Lookup): Promise<LieuForm> {
  const fields = parseForm(LieuFields, raw)
  const choice = await resolvePlace(raw, PARENT, lookup)
  const shownAgain = placeBox(choice)
  const errors = {
    ...(choice.ok ? {} : { [PARENT]: choice.message }),
    ...missingCoordinate(raw),
    ...(fields.ok ? {} : fields.errors),
  }
  if (!fields.ok || !choice.ok || Object.keys(errors).length > 0) return { ok: false, raw, errors, ...shownAgain }
  return { ok: true, value: { ...fields.value, lieu_parent_id: choice.place?.id ?? null }, ...shownAgain }
}

/** One of the two alone is no position; the error stands beside the one that is missing. */
function missingCoordinate(raw: Body): Record<string, string> {
  const typed = (axis: Axis) => shown(raw, axis).trim() !== ''
  if (typed('latitude') === typed('longitude')) return {}
  return typed('latitude')
    ? { longitude: 'Indiquez aussi la longitude, ou effacez la latitude.' }
    : { latitude: 'Indiquez aussi la latitude, ou effacez la longitude.' }
}

/** An existing place as the form it is edited with. */
export function rawOfLieu(lieu: Lieu): Body {
  const { nom, code, type_id, note, version: ofRow, latitude, longitude } = lieu
  const position = (value: number | null) => (value === null ? null : typedCoordinate(value))
  return rawOf({
    nom,
    code,
    type_id,
    note,
    version: ofRow,
    latitude: position(latitude),
    longitude: position(longitude),
    [PARENT]: lieu.lieu_parent_id,
    [`texte:${PARENT}`]: lieu.parent_nom_long,
  })
}
