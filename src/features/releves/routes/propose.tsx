import type { Context } from 'hono'
import { champsKeeping } from '../../../champs/read.ts'
import { releveTitle } from '../../../champs/title.ts'
import { randomToken } from '../../../lib/crypto.ts'
import { ensure } from '../../../lib/errors.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { readBody, shown } from '../../../web/form.ts'
import { idParam } from '../../../web/params.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { sendingOf } from '../../../web/saving.ts'
import { canManageSource } from '../../droits/policy.ts'
import { aboutAct, openThread } from '../../fils/actions.ts'
import { findThread, talkedAct } from '../../fils/queries.ts'
import { readReason } from '../../fils/rules/reason.ts'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { notifyOptions } from '../../notifications/actions.ts'
import { applyProposal } from '../actions/proposal.ts'
import { formOf, type ReleveForm, readReleve } from '../form.ts'
import { placeNamesOf } from '../queries/place-names.ts'
import { entryNeighboursOf } from '../queries/records.ts'
import { propositionOf, touchedChamps } from '../rules/proposed.ts'
import { ProposePage } from '../views/propose.tsx'
import { deskOf, releveCrumbs } from './desk.tsx'
import { recordOf } from './opened.tsx'

/** Whoever sees an act proposes to correct it; whoever manages its source applies that. */
export const proposeRoutes = router()

const TITLE = 'Proposer une correction'

type Opened = Awaited<ReturnType<typeof recordOf>>

function formPage(c: Context<AppEnv>, { releve, source }: Opened, form: ReleveForm, status: 200 | 422 = 200) {
  const titled = { id: releve.id, titre: releveTitle(releve) }
  return page(c, TITLE, <ProposePage title={TITLE} releve={titled} source={source} form={form} />, {
    status,
    breadcrumb: releveCrumbs(source),
  })
}

async function givenForm(c: Context<AppEnv>, { releve, champs }: Opened): Promise<ReleveForm> {
  return formOf(champs, releve, await placeNamesOf(c.var.deps.db, champs, [releve]))
}

proposeRoutes.get('/releves/:id/proposer', async (c) => {
  const opened = await recordOf(c)
  return formPage(c, opened, { ...(await givenForm(c, opened)), jeton: randomToken() })
})

const UNCHANGED = 'Vous n’avez rien changé\u00a0: corrigez au moins un champ.'

proposeRoutes.post('/releves/:id/proposer', async (c) => {
  const { db } = c.var.deps
  const opened = await recordOf(c)
  const { releve, source, champs } = opened
  const posted = await readBody(c)
  const given = await givenForm(c, opened)
  const touched = touchedChamps(champs, given.raw, posted)
  const read = await readReleve(touched, posted, lookupOf(db), {
    before: async () => (await entryNeighboursOf(db, releve)).previous?.data,
    stored: releve.data,
  })
  const back = { ...given, raw: { ...posted, ...read.form.raw }, jeton: shown(posted, '_envoi') }
  const again = (errors: ReleveForm['errors'], status: 200 | 422 = 422) =>
    formPage(c, opened, { ...back, errors, candidates: read.form.candidates }, status)
  if (!read.ok && read.status === 200) return again(read.form.errors, 200)
  const reason = readReason(posted)
  const proposition = read.ok ? propositionOf(touched, releve, read) : {}
  const isEmpty = read.ok && Object.keys(proposition).length === 0
  const errors = { ...read.form.errors, ...(isEmpty && { '': UNCHANGED }), ...reason.errors }
  if (Object.keys(errors).length > 0) return again(errors)
  const names = Object.keys(proposition)
  const champ = names.length === 1 ? (names[0] ?? null) : null
  const act = aboutAct({ act: await talkedAct(db, c.var.user, releve.id), source, champs }, champ)
  const input = { texte: reason.texte, mention: null }
  const opening = { act, champ, proposition, input, by: c.var.user }
  const saved = await openThread(db, opening, sendingOf(c, posted), notifyOptions(c.var.deps))
  if (!saved.ok) return again(saved.errors)
  return seeOther(c, `/releves/${releve.id}`, 'Votre proposition est envoyée. La réponse vous sera dite ici.')
})

proposeRoutes.post('/fils/:id/appliquer', async (c) => {
  const { db } = c.var.deps
  const thread = await findThread(db, c.var.user, idParam(c))
  const desk = await deskOf(c, thread.source_id)
  ensure(
    canManageSource(c.var.user, desk.source),
    'Les gestionnaires de la section et les administrateurs appliquent les corrections proposées.',
  )
  const act = await talkedAct(db, c.var.user, thread.releve_id)
  const champs = champsKeeping(desk.champs, act.data)
  const about = aboutAct({ act, source: desk.source, champs }, thread.champ)
  await applyProposal(db, { thread, act: about, champs, by: c.var.user }, notifyOptions(c.var.deps))
  return seeOther(c, `/releves/${act.id}`, 'Correction appliquée, à vos deux noms.')
})
