import { z } from 'zod'
import { type PlaceChoiceResult, resolvePlace } from '../../../champs/place-choice.ts'
import type { Db } from '../../../db/schema.ts'
import { type Body, shown } from '../../../lib/body.ts'
import { optionalId, parseForm, version } from '../../../web/form.ts'
import { lookupOf } from '../queries/lookup.ts'
import { findLieu, heightBelow, type Lieu } from '../queries/places.ts'
import { mergeRefusal } from './actions.ts'

export const VERS = 'vers'

/** The other place of a merge as it was asked for. `found`: places to choose from, whether or not something is wrong. */
export type MergeAsked =
  | { ok: true; into: Lieu }
  | { ok: false; message: string | undefined; candidates: { id: number; nom_long: string }[] | undefined }

const CHOOSE_FIRST = 'Indiquez le lieu qui prendra la place de celui-ci.'

const isAsked = (raw: Body): boolean => shown(raw, VERS) !== '' || shown(raw, `texte:${VERS}`).trim() !== ''

/** Finds the other place that the address or the form names; nothing is wrong yet on a first visit (`isFirst`) or a search. */
export async function readMerge(db: Db, from: Lieu, raw: Body, isFirst: boolean): Promise<MergeAsked> {
  const isSearch = shown(raw, 'chercher') === VERS
  if (isFirst && !isAsked(raw) && !isSearch) return { ok: false, message: undefined, candidates: undefined }
  const choice: PlaceChoiceResult = await resolvePlace(isSearch ? { ...raw, [VERS]: '' } : raw, VERS, lookupOf(db))
  if (!choice.ok) return { ok: false, message: isSearch ? undefined : choice.message, candidates: choice.candidates }
  if (choice.place === null) return { ok: false, message: CHOOSE_FIRST, candidates: undefined }
  const into = await findLieu(db, choice.place.id)
  const refusal = mergeRefusal(from, into, await heightBelow(db, from.chemin))
  return refusal === undefined ? { ok: true, into } : { ok: false, message: refusal, candidates: undefined }
}

const Versions = z.object({ version, version_vers: version })

/** The versions of the confirmation page; 0, which no place has, where the form says none. */
export function parseVersions(raw: Body): { version: number; version_vers: number } {
  const form = parseForm(Versions, raw)
  return form.ok ? form.value : { version: 0, version_vers: 0 }
}

/** The id of the other place as the confirmation page sends it, whether or not it is still there; 0 for none. */
export const postedId = (raw: Body): number => optionalId.safeParse(shown(raw, VERS)).data ?? 0
