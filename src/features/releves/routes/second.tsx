import type { Context } from 'hono'
import { randomToken } from '../../../lib/crypto.ts'
import { AppError, ensure } from '../../../lib/errors.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { readBody, readQuery } from '../../../web/form.ts'
import { listUrl, readPaging } from '../../../web/pagination.ts'
import { idParam, releveParam } from '../../../web/params.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { mayKeySecond } from '../../droits/policy.ts'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { secondPath } from '../../sources/second-keying-views.tsx'
import { keepSecond, leaseSecond, secondRefusal } from '../actions/second-readings.ts'
import { emptyForm, type ReleveForm, readNewReleve } from '../form.ts'
import { placeNamesOf } from '../queries/place-names.ts'
import {
  countDrawn,
  type DrawnAct,
  findDrawn,
  listDrawn,
  nextToKey,
  ownBefore,
  placeInRegister,
  wasDrawn,
} from '../queries/second-readings.ts'
import { previousRaw } from '../rules/previous.ts'
import { actName, secondChamps, whereabouts } from '../rules/second-reading.ts'
import { sourceLine } from '../views/entry-form.tsx'
import { SECOND_TITLE, SecondFormPage, SecondListPage, type SecondRow } from '../views/second.tsx'
import { abbreviationsOf, type Desk, deskOf, formAuthor, sourceCrumbs } from './desk.tsx'
import { paneFor } from './pane.tsx'

/** Acts that a second person types blind. */
export const secondRoutes = router()

const NOT_YOURS = 'La seconde saisie revient aux personnes qui relèvent les sources de cette section.'

/** The source with the fields that are typed, which this user must be able to type. */
async function blindDesk(c: Context<AppEnv>): Promise<Desk> {
  const desk = await deskOf(c, idParam(c))
  ensure(mayKeySecond(c.var.user, desk.source), NOT_YOURS)
  return { ...desk, champs: secondChamps(desk.champs) }
}

const keyingOf = (c: Context<AppEnv>, sourceId: number) => ({
  ...{ sourceId, userId: c.var.user.id },
  now: c.var.deps.clock().toISOString(),
})

secondRoutes.get('/sources/:id/seconde-saisie', async (c) => {
  const { db } = c.var.deps
  const { source } = await blindDesk(c)
  const query = readQuery(c)
  const paging = readPaging(query)
  const keying = keyingOf(c, source.id)
  const acts = await listDrawn(db, keying, paging)
  const rows = await Promise.all(acts.map((act) => rowOf(c, source.id, act)))
  const props = {
    ...{ source, rows, paging },
    counts: await countDrawn(db, keying),
    next: await nextToKey(db, keying),
    href: (n: number) => listUrl(secondPath(source.id), query, { page: n }),
  }
  return page(c, `${SECOND_TITLE}\u00a0: ${source.titre}`, <SecondListPage {...props} />, {
    breadcrumb: sourceCrumbs(source),
  })
})

function stateOf({ isTyped, isWaived, isOwn, by }: DrawnAct): SecondRow['state'] {
  if (isTyped) return 'saisie'
  if (isWaived) return 'dispense'
  if (isOwn) return 'sienne'
  return by === null ? 'a_saisir' : 'ailleurs'
}

async function rowOf(c: Context<AppEnv>, sourceId: number, act: DrawnAct): Promise<SecondRow> {
  return { id: act.id, name: await nameOf(c, sourceId, act), state: stateOf(act), by: act.by }
}

/** Its place is counted only where the register gives it no number. */
async function nameOf(c: Context<AppEnv>, sourceId: number, { id, data }: Pick<DrawnAct, 'id' | 'data'>) {
  return whereabouts(data) || actName(data, await placeInRegister(c.var.deps.db, sourceId, id))
}

secondRoutes.get('/sources/:id/seconde-saisie/:acte', async (c) => {
  const { db } = c.var.deps
  const desk = await blindDesk(c)
  const { source } = desk
  const drawn = await findDrawn(db, source.id, releveParam(c, 'acte'))
  const refusal = secondRefusal(drawn, c.var.user.id)
  if (!drawn || refusal) throw refusal ?? new AppError('introuvable', '')
  if (drawn.second !== undefined) return seeOther(c, secondPath(source.id), 'Vous avez déjà saisi cet acte.')
  if (source.status !== 'a_valider')
    return seeOther(c, secondPath(source.id), 'Cette source n’est plus à valider.', 'err')
  const { now } = keyingOf(c, source.id)
  await leaseSecond(db, { source_id: source.id, releve_id: drawn.id, user_id: c.var.user.id, now })
  const start = { defauts: source.defauts, previous: undefined }
  const form = await emptyForm(desk.champs, randomToken(), start, lookupOf(db))
  const isTaken = drawn.prise_par !== null && drawn.prise_par !== c.var.user.id && (drawn.prise_jusqua ?? '') > now
  const notice = isTaken
    ? `${drawn.prise_par_nom ?? 'Une autre personne'} saisit cet acte en ce moment\u00a0: choisissez plutôt le suivant.`
    : undefined
  return formPage(c, desk, drawn, form, { notice })
})

interface Shown {
  notice?: string | undefined
  status?: 200 | 409 | 422
}

async function formPage(
  c: Context<AppEnv>,
  desk: Desk,
  act: Pick<DrawnAct, 'id' | 'data'>,
  form: ReleveForm,
  { notice, status = 200 }: Shown = {},
) {
  const { db } = c.var.deps
  const { source, champs } = desk
  const path = `${secondPath(source.id)}/${act.id}`
  const name = await nameOf(c, source.id, act)
  // The register opens where the act stands.
  const looking = { ...form, raw: { 'data[vue]': String(act.data.vue ?? '') } }
  const pane = await paneFor(c, source.id, path, looking)
  const before = await ownBefore(db, keyingOf(c, source.id), act.id)
  const names = await placeNamesOf(db, champs, before ? [before] : [])
  const props = {
    ...{ source, form, pane, notice },
    act: { id: act.id, name },
    previous: previousRaw(champs, before, names),
    auteur: await formAuthor(c, source.id, `seconde${act.id}`),
    abreviations: await abbreviationsOf(c, source),
  }
  const links = [
    { href: `/sources/${source.id}`, label: 'La source' },
    { href: secondPath(source.id), label: 'Les actes à saisir une seconde fois' },
  ]
  const head = {
    ...{ prefix: `${SECOND_TITLE}\u00a0: `, isPrefixShown: true, name, href: secondPath(source.id) },
    ...{ facts: source.titre, context: sourceLine(source), links },
  }
  return page(c, `${SECOND_TITLE}\u00a0: ${name}`, <SecondFormPage {...props} />, {
    ...{ status, desk: head, hasViews: pane?.isThere === true, breadcrumb: sourceCrumbs(source) },
  })
}

/** The act of the path that somebody has typed: it may have been deleted meanwhile, and what was typed stays in sight then. */
async function drawnAct(c: Context<AppEnv>, sourceId: number): Promise<Pick<DrawnAct, 'id' | 'data'>> {
  const { db } = c.var.deps
  const id = releveParam(c, 'acte')
  const drawn = await findDrawn(db, sourceId, id)
  const refusal = secondRefusal(drawn, c.var.user.id)
  const isGone = !drawn && (await wasDrawn(db, sourceId, id))
  if (refusal && !isGone && refusal.code !== 'conflit') throw refusal
  return drawn ?? { id, data: {} }
}

secondRoutes.post('/sources/:id/seconde-saisie/:acte', async (c) => {
  const { db } = c.var.deps
  const desk = await blindDesk(c)
  const { source, champs } = desk
  const posted = await readBody(c)
  const keying = keyingOf(c, source.id)
  const act = await drawnAct(c, source.id)
  const before = await ownBefore(db, keying, act.id)
  const read = await readNewReleve(champs, posted, lookupOf(db), {
    before: async () => before?.data,
    repeated: async () => previousRaw(champs, before, await placeNamesOf(db, champs, before ? [before] : [])),
  })
  if (!read.ok) return formPage(c, desk, act, read.form, { status: read.status })
  const reading = { source_id: source.id, releve_id: act.id, user_id: keying.userId, now: keying.now }
  try {
    await keepSecond(db, desk.champs, { ...reading, data: read.data, etats: read.etats })
  } catch (error) {
    if (!(error instanceof AppError) || !['conflit', 'introuvable'].includes(error.code)) throw error
    // The typed text stays in sight: it may still be copied.
    return formPage(c, desk, act, read.form, { status: 409, notice: error.message })
  }
  const next = await nextToKey(db, keying)
  const said = [`Acte enregistré (${await nameOf(c, source.id, act)}).`, ...read.remarks].join(' ')
  if (next === undefined) return seeOther(c, secondPath(source.id), `${said} Plus aucun acte ne vous attend.`)
  return seeOther(c, `${secondPath(source.id)}/${next}`, said)
})
