import { z } from 'zod'
import type { Lookup } from '../../champs/kind.ts'
import { type PlaceBox, placeBox, resolvePlace } from '../../champs/place-choice.ts'
import { REGISTER_STATES } from '../../db/schema-couverture.ts'
import { ACT_KINDS } from '../../db/schema-persons.ts'
import type { Body, FormErrors } from '../../lib/body.ts'
import { isWebAddress } from '../../lib/web-address.ts'
import {
  choice,
  optionalId,
  optionalText,
  optionalYear,
  type Parsed,
  parseForm,
  rawOf,
  version,
} from '../../web/form.ts'
import type { RegisterInput } from './actions.ts'
import type { Register } from './queries.ts'
import { MAX_COTE, MAX_NOTE } from './rules/words.ts'

const RegisterFields = z.object({
  acte: choice(ACT_KINDS, 'Choisissez le genre d’actes.'),
  annee_debut: optionalYear.refine((year): year is number => year !== null, 'Indiquez la première année.'),
  annee_fin: optionalYear,
  etat: choice(REGISTER_STATES, 'Choisissez l’état du registre.'),
  cote: optionalText(MAX_COTE),
  depot_id: optionalId,
  url: optionalText(2000).refine(
    (url) => url === null || isWebAddress(url),
    'Indiquez une adresse complète, qui commence par https:// ou http://.',
  ),
  note: optionalText(MAX_NOTE),
  version,
})

export type RegisterForm = Parsed<RegisterInput & { version: number }> & { box: PlaceBox }

export const LIEU = 'lieu_id'

/** A line as typed; errors of all fields are told at once. Without a last year the register has one year. */
export async function parseRegister(raw: Body, lookup: Lookup): Promise<RegisterForm> {
  const fields = parseForm(RegisterFields, raw)
  const place = await resolvePlace(raw, LIEU, lookup)
  const box = placeBox(place)
  const errors: FormErrors = fields.ok ? {} : { ...fields.errors }
  if (!place.ok) errors[LIEU] = place.message
  else if (place.place === null) errors[LIEU] = 'Choisissez le lieu du registre.'
  const annee_fin = fields.ok ? (fields.value.annee_fin ?? fields.value.annee_debut) : 0
  if (fields.ok && annee_fin < fields.value.annee_debut) errors.annee_fin = 'La dernière année précède la première.'
  if (!fields.ok || !place.ok || place.place === null || Object.keys(errors).length > 0)
    return { ok: false, raw, errors, box }
  return { ok: true, value: { ...fields.value, annee_fin, lieu_id: place.place.id }, box }
}

/** An existing line as the form it is edited with. */
export function rawOfRegister(line: Register): Body {
  const { acte, annee_debut, annee_fin, etat, cote, depot_id, url, note, version: ofRow } = line
  return {
    ...rawOf({ acte, annee_debut, annee_fin, etat, cote, depot_id, url, note, version: ofRow }),
    ...rawOf({ [LIEU]: line.lieu_id, [`texte:${LIEU}`]: line.lieu }),
  }
}
