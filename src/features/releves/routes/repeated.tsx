import type { Context } from 'hono'
import { shown } from '../../../lib/body.ts'
import type { AppEnv } from '../../../web/env.ts'
import { type Body, formKey, keyOfForm, MAX_RELEVE_ID } from '../../../web/form.ts'
import { madeBy } from '../actions/enter-once.ts'
import { askedPlace } from '../form.ts'
import { findPlace } from '../queries/insertion.ts'
import { placeNamesOf } from '../queries/place-names.ts'
import { endOfRegister, lastBefore, relevesByIds } from '../queries/records.ts'
import { type PreviousRaw, previousRaw } from '../rules/previous.ts'
import type { Desk } from './desk.tsx'

/** A place in the register that was chosen without a line is the token of the act before, whose number nobody knew: the form with its number. `path`: where forms of that source are posted. */
export async function placed(c: Context<AppEnv>, posted: Body, path = c.req.path): Promise<Body> {
  const asked = shown(posted, 'apres')
  if (!/^[a-z2-7]{20,64}$/.test(asked)) return posted
  const jeton = keyOfForm(path, asked)
  const id = await madeBy(c.var.deps.db, { user_id: c.var.user.id, jeton })
  return id === undefined ? posted : { ...posted, apres: String(id) }
}

/** The record that the form was shown with (`_avant`), or else the one that it is to follow. */
async function recordBefore(c: Context<AppEnv>, sourceId: number, posted: Body) {
  const { db } = c.var.deps
  const avant = shown(posted, '_avant')
  if (avant === '') return (await findPlace(db, sourceId, askedPlace(posted))).anchor ?? endOfRegister(db, sourceId)
  const id = Number(avant)
  if (!Number.isInteger(id) || id < 1 || id > MAX_RELEVE_ID) return undefined
  return (await relevesByIds(db, [id])).find((releve) => releve.source_id === sourceId)
}

/** The record that is to stand before the one that is sent. Sent once more, it is not itself the one before. */
export async function leanedOn(c: Context<AppEnv>, sourceId: number, posted: Body) {
  const { db } = c.var.deps
  const { id: user_id } = c.var.user
  const known = shown(posted, '_avant') === '' ? undefined : await recordBefore(c, sourceId, posted)
  if (known) return known
  const { anchor } = await findPlace(db, sourceId, askedPlace(posted))
  return anchor ?? lastBefore(db, sourceId, user_id, await madeBy(db, { user_id, jeton: formKey(c, posted) }))
}

/** The fields that « = » alone repeats in a posted form. */
export async function repeatedBy(c: Context<AppEnv>, { source, champs }: Desk, posted: Body): Promise<PreviousRaw> {
  const before = await recordBefore(c, source.id, posted)
  return previousRaw(champs, before, await placeNamesOf(c.var.deps.db, champs, before ? [before] : []))
}
