import type { Context } from 'hono'
import { keyedDigest } from '../../../lib/crypto.ts'
import type { Elsewhere } from '../../../lib/elsewhere.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, type FormErrors, rawOf, readBody, readQuery, shown } from '../../../web/form.ts'
import { ADMINISTRATION } from '../../../web/navigation.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { ProofField, proofProblem } from '../../auth/fresh.tsx'
import { elsewhereLimit, retryAfter, takeTurn, waitInWords } from '../../auth/limits.ts'
import { record } from '../../journal/actions.ts'
import { actorOf } from '../../journal/actor.tsx'
import { otherKeeper } from '../../presence/keeper.ts'
import { taskUnderWay } from '../../taches/queries.ts'
import { listBackups } from '../actions/backups.ts'
import { ELSEWHERE_TASK } from '../task-kind.ts'
import { NOTHING } from './actions/copy.ts'
import { tryPlace } from './actions/trial.ts'
import { copiesRoutes } from './copies-routes.tsx'
import { kindIn, parseElsewhere } from './form.ts'
import { elsewhereState } from './queries.ts'
import { askForCopy } from './task.ts'
import { PATH } from './views/form.tsx'
import { ElsewherePage, RemovePage, TITLE } from './views/page.tsx'

/** Copies of the backups elsewhere; mounted below /parametres/sauvegardes, whose guard lets administrators in. */
export const ailleursRoutes = router()

ailleursRoutes.route('/', copiesRoutes)

const BREADCRUMB = [
  ADMINISTRATION,
  { href: '/parametres', label: 'Paramètres' },
  { href: '/parametres/sauvegardes', label: 'Sauvegardes' },
]

const stateOf = (secret: string, place: Elsewhere | null): string =>
  keyedDigest(secret, 'ailleurs', JSON.stringify(place))

/** The settings in force as their form would send them; no secret is among them. */
function rawOfPlace(place: Elsewhere | null): Body {
  if (place === null) return rawOf({ chaque_nuit: true, par_chemin: true })
  const { secret: _, cle_privee: __, phrase: ___, ...told } = place
  return rawOf({ ...told, port: told.port === 0 ? '' : String(told.port) })
}

interface Shown {
  refused?: { raw: Body; errors: FormErrors; status: 409 | 422 }
  trial?: { ok: boolean; text: string }
  status?: 200 | 422 | 429
}

async function elsewherePage(c: Context<AppEnv>, { refused, trial, status = 200 }: Shown = {}) {
  const { db, clock, settings, secret } = c.var.deps
  const now = settings.read()
  const place = now.ailleurs
  const asked = kindIn(refused?.raw ?? { ...rawOfPlace(place), ...readQuery(c) })
  const raw = refused?.raw ?? (place?.sorte === asked ? rawOfPlace(place) : rawOfPlace(null))
  const form = {
    ...{ sorte: asked, raw, errors: refused?.errors ?? {}, etat: stateOf(secret, place) },
    ...{ hasSecrets: place !== null, isFresh: c.var.isFresh === true },
  }
  const view = (
    <ElsewherePage
      place={place}
      state={await elsewhereState(db, now, clock())}
      underWay={await taskUnderWay(db, ELSEWHERE_TASK)}
      trial={trial}
      form={form}
    />
  )
  return page(c, TITLE, view, { status: refused?.status ?? status, breadcrumb: BREADCRUMB })
}

const recordChange = (c: Context<AppEnv>) =>
  record(
    c.var.deps.db,
    actorOf(c),
    { action: 'reglages', detail: { cles: ['ailleurs'] } },
    c.var.deps.clock().toISOString(),
  )

ailleursRoutes.get('/', (c) => elsewherePage(c))

const OVERTAKEN = {
  '': 'Un autre administrateur a changé ces réglages entre-temps. Enregistrez de nouveau pour y mettre ce que vous avez tapé.',
}

ailleursRoutes.post('/', async (c) => {
  const { settings, secret } = c.var.deps
  const raw = await readBody(c)
  const { ailleurs } = settings.read()
  const form = parseElsewhere(raw, ailleurs)
  if (!form.ok) return elsewherePage(c, { refused: { raw, errors: form.errors, status: 422 } })
  const problem = await proofProblem(c, raw)
  if (problem !== undefined) return elsewherePage(c, { refused: { raw, errors: { preuve: problem }, status: 422 } })
  const etat = shown(raw, 'etat')
  if (etat !== '' && etat !== stateOf(secret, ailleurs))
    return elsewherePage(c, { refused: { raw, errors: OVERTAKEN, status: 409 } })
  await settings.save({ ailleurs: form.value })
  await recordChange(c)
  return seeOther(c, PATH, 'Copie ailleurs enregistrée. Faites maintenant un essai, puis imprimez la fiche.')
})

const NOWHERE = 'La copie ailleurs n’est pas encore réglée.'

/** Keeps the key that the server showed at its first test, unless it is another server by now. */
async function keepKey(c: Context<AppEnv>, tried: Elsewhere, cleHote: string): Promise<void> {
  await c.var.deps.settings.save(({ ailleurs }) => {
    const isSame = ailleurs?.adresse === tried.adresse && ailleurs.port === tried.port && ailleurs.cle_hote === ''
    return isSame ? { ailleurs: { ...ailleurs, cle_hote: cleHote } } : {}
  })
}

ailleursRoutes.post('/essai', async (c) => {
  const { settings, db, clock } = c.var.deps
  const { ailleurs } = settings.read()
  if (ailleurs === null) return elsewherePage(c, { trial: { ok: false, text: NOWHERE }, status: 422 })
  const waitMs = await takeTurn(db, [elsewhereLimit], clock())
  if (waitMs > 0) {
    c.header('Retry-After', retryAfter(waitMs))
    const text = `Dix essais par minute au plus : attendez ${waitInWords(waitMs)}.`
    return elsewherePage(c, { trial: { ok: false, text }, status: 429 })
  }
  const { ok, text, cleHote } = await tryPlace(ailleurs)
  if (cleHote !== undefined) await keepKey(c, ailleurs, cleHote)
  const key =
    cleHote === undefined
      ? ''
      : ` La clé du serveur est retenue : ${cleHote}. Comparez-la à celle que donne votre hébergeur.`
  return elsewherePage(c, { trial: { ok, text: text + key }, status: ok ? 200 : 422 })
})

ailleursRoutes.post('/copier', async (c) => {
  const { db, clock, settings, storage } = c.var.deps
  // Where another server makes the backups, this one has none to look at.
  const isEmpty = otherKeeper(storage) === undefined && listBackups(storage).length === 0
  const text = settings.read().ailleurs === null ? NOWHERE : isEmpty ? NOTHING : undefined
  if (text !== undefined) return elsewherePage(c, { trial: { ok: false, text }, status: 422 })
  const isNew = await askForCopy(db, actorOf(c), clock())
  return seeOther(c, PATH, isNew ? 'La copie va être faite.' : 'Une copie est déjà en cours.')
})

function removalPage(c: Context<AppEnv>, error?: string) {
  const { ailleurs } = c.var.deps.settings.read()
  if (ailleurs === null) return seeOther(c, PATH, NOWHERE)
  const view = (
    <RemovePage place={ailleurs}>
      <ProofField isFresh={c.var.isFresh === true} help="Celui de votre compte ici." error={error} />
    </RemovePage>
  )
  return page(c, 'Ne plus copier ailleurs', view, {
    status: error === undefined ? 200 : 422,
    breadcrumb: [...BREADCRUMB, { href: PATH, label: TITLE }],
  })
}

ailleursRoutes.get('/supprimer', (c) => removalPage(c))

ailleursRoutes.post('/supprimer', async (c) => {
  const { settings } = c.var.deps
  if (settings.read().ailleurs === null) return removalPage(c)
  const problem = await proofProblem(c, await readBody(c))
  if (problem !== undefined) return removalPage(c, problem)
  await settings.save({ ailleurs: null })
  await recordChange(c)
  return seeOther(c, PATH, 'Le site ne copie plus ailleurs. Les copies déjà faites restent là-bas.')
})
