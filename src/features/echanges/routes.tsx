import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { once } from '../../db/once.ts'
import { randomToken } from '../../lib/crypto.ts'
import { AppError, ensure } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, choice, type FormErrors, readBody, readQuery, sendingKey, shown } from '../../web/form.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { MAX_UPLOAD_BYTES, type Received, takesFile } from '../../web/upload.ts'
import { canWriteReleves } from '../droits/policy.ts'
import { StoreError } from '../fichiers/rules/store-error.ts'
import { ENCODING_CHOICES } from '../imports/rules/encoding.ts'
import { nomLongByIds } from '../lieux/queries/places.ts'
import { ensureWritable } from '../presence/maintenance-guard.tsx'
import { canCreateSource, findVisibleSource, sourceChoices } from '../sources/queries/sources.ts'
import { rawOfPlan, readDecision } from './form.ts'
import { intoOne, sendToDryRun, withSources } from './import/actions/decide.ts'
import { createDossier, dropDossier, problemSentence, surveyFiles } from './import/actions/receive.ts'
import { type Dossier, findDossier } from './import/queries/dossiers.ts'
import { proposed, proposePlaces } from './import/queries/proposals.ts'
import { actsFolder, removeActFiles, shareActFiles } from './rules/files.ts'
import type { Plan } from './rules/plan.ts'
import { PLAN_TITLE, PlanPage } from './views/plan.tsx'
import { StandingPage } from './views/standing.tsx'
import { TITLE, UploadPage } from './views/upload.tsx'

const PATH = '/imports/nouveau'
const IMPORTS = [{ href: '/imports', label: 'Imports' }]
const CRUMBS = [...IMPORTS, { href: PATH, label: TITLE }]
const MAY_NOT = 'Seuls les administrateurs et les gestionnaires d’une section importent des fichiers d’actes.'
const LIMIT = {
  maxBytes: MAX_UPLOAD_BYTES,
  tooLarge: 'Un de ces fichiers, ou leur ensemble, dépasse la taille permise (64\u00a0Mo par fichier, 300 en tout).',
  several: { files: 200, bytes: 300 * 1024 * 1024 },
}
const EncodingForm = choice(ENCODING_CHOICES)

type Source = { id: number; titre: string; type_source_id: number }

/** Files of acts of other programs; mounted at /imports/nouveau, before the pages of single imports. */
export const echangesRoutes = router()

async function allowed(c: Context<AppEnv>): Promise<void> {
  ensure(await canCreateSource(c.var.deps.db, c.var.user), MAY_NOT)
}

/** The one source that a link of its page named, where this user may write in it. */
async function oneSource(c: Context<AppEnv>, text: string): Promise<Source | undefined> {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) return undefined
  const source = await findVisibleSource(c.var.deps.db, c.var.user, Number(text))
  ensure(canWriteReleves(c.var.user, source))
  return source
}

function uploadPage(
  c: Context<AppEnv>,
  { errors = {}, source }: { errors?: FormErrors; source?: Source | undefined },
  status: ContentfulStatusCode = 200,
) {
  const body = <UploadPage errors={errors as Record<string, string>} jeton={randomToken()} source={source} />
  return page(c, TITLE, body, { status, breadcrumb: IMPORTS })
}

echangesRoutes.get('/', async (c) => {
  await allowed(c)
  return uploadPage(c, { source: await oneSource(c, shown(readQuery(c), 'source')) })
})

/** Looks at what came, keeps what can be read, and asks where it goes. */
async function received(c: Context<AppEnv>, came: Received) {
  const { db, storage } = c.var.deps
  const source = await oneSource(c, shown(came.fields, 'source'))
  const again = (errors: FormErrors, status: ContentfulStatusCode = 422) => uploadPage(c, { errors, source }, status)
  if (!came.ok) return again({ fichier: came.message }, came.status)
  if (came.files.length === 0) return again({ fichier: 'Choisissez au moins un fichier.' })
  const names = came.files.map(({ fichier }) => fichier)
  let kept: readonly string[] = []
  try {
    await ensureWritable(c)
    const encodage = EncodingForm.safeParse(shown(came.fields, 'encodage') || 'auto')
    if (!encodage.success) return again({ encodage: 'Choisissez une valeur dans la liste.' })
    const { plan, problems } = await surveyFiles(actsFolder(storage), came.files, encodage.data)
    const problemes = problems.map(problemSentence)
    if (plan.fichiers.length === 0) return again({ fichier: problemes.join(' ') })
    const known = { ...(await proposed(db, plan)), problemes }
    const whole = source ? intoOne(known, source, false) : known
    await shareActFiles(
      storage,
      plan.fichiers.map(({ fichier }) => fichier),
    )
    const id = await keepOnce(c, came.fields, whole)
    if ((await findDossier(db, c.var.user, id)).plan.fichiers[0]?.fichier === plan.fichiers[0]?.fichier)
      kept = plan.fichiers.map(({ fichier }) => fichier)
    return seeOther(c, `${PATH}/${id}`)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return again({ fichier: error.message }, 503)
  } finally {
    await removeActFiles(
      storage,
      names.filter((name) => !kept.includes(name)),
    )
  }
}

/** A form sent twice brought its files twice: the first dossier is theirs. */
async function keepOnce(c: Context<AppEnv>, raw: Body, plan: Plan): Promise<number> {
  const { db, clock } = c.var.deps
  const digests = plan.fichiers.map(({ empreinte }) => empreinte).join()
  const sending = { userId: c.var.user.id, jeton: sendingKey(c, { ...raw, digests }), now: clock().toISOString() }
  return db.transaction().execute((trx) => once(trx, sending, () => createDossier(trx, c.var.user.id, plan, clock())))
}

echangesRoutes.post(
  '/',
  takesFile({ before: allowed, folder: ({ storage }) => actsFolder(storage), limit: LIMIT, received }),
)

async function planPage(
  c: Context<AppEnv>,
  { id, plan }: Dossier,
  { raw = rawOfPlan(plan), errors = {} }: { raw?: Body; errors?: FormErrors } = {},
) {
  const { db } = c.var.deps
  const proposals = []
  for (const commune of plan.communes) proposals.push(await proposePlaces(db, commune))
  const { sections, types, needsSection } = await sourceChoices(db, c.var.user)
  const source = plan.cible ? await findVisibleSource(db, c.var.user, plan.cible.source_id) : undefined
  const props = { path: `${PATH}/${id}`, plan, proposals, sections, types, needsSection, raw, errors, source }
  const status = Object.keys(errors).length > 0 ? 422 : 200
  return page(c, PLAN_TITLE, <PlanPage {...props} />, { status, breadcrumb: CRUMBS })
}

const toImport = (c: Context<AppEnv>, id: number) => seeOther(c, `/imports/${id}`)

/** A dossier whose acts are on their way already has its own page. */
async function openDossier(c: Context<AppEnv>): Promise<Dossier> {
  await allowed(c)
  return findDossier(c.var.deps.db, c.var.user, idParam(c))
}

echangesRoutes.get('/:id', async (c) => {
  const dossier = await openDossier(c)
  return dossier.import_id === null ? planPage(c, dossier) : toImport(c, dossier.import_id)
})

/** Sends the dossier to its dry run; whoever comes with other choices behind somebody else reads those that stand. */
async function sendDecided(c: Context<AppEnv>, dossier: Dossier, plan: Plan) {
  const { db, clock } = c.var.deps
  const sent = await sendToDryRun(db, dossier, plan, clock())
  if (sent.ok) return seeOther(c, `/imports/${sent.id}`)
  const { standing } = sent
  const places = await nomLongByIds(
    db,
    standing.plan.communes.flatMap(({ lieu_id }) => lieu_id ?? []),
  )
  const { sections, types } = await sourceChoices(db, c.var.user)
  const body = <StandingPage standing={standing} places={places} sections={sections} types={types} />
  return page(c, PLAN_TITLE, body, { status: 409, breadcrumb: CRUMBS })
}

echangesRoutes.post('/:id', async (c) => {
  const { db } = c.var.deps
  const dossier = await openDossier(c)
  const raw = await readBody(c)
  if (dossier.plan.cible) {
    const source = await oneSource(c, String(dossier.plan.cible.source_id))
    if (!source) throw new AppError('introuvable', 'Cette source n’existe plus.')
    return sendDecided(c, dossier, dossier.plan)
  }
  const decision = readDecision(raw, dossier.plan, await sourceChoices(db, c.var.user))
  if (!decision.ok) return dossier.import_id === null ? planPage(c, dossier, decision) : toImport(c, dossier.import_id)
  const { plan, isNew } = decision.value
  return sendDecided(c, dossier, await withSources(db, c.var.user, plan, isNew))
})

echangesRoutes.post('/:id/abandonner', async (c) => {
  const { db, storage } = c.var.deps
  await dropDossier(db, storage, await openDossier(c))
  return seeOther(c, PATH, 'Fichiers abandonnés\u00a0: rien n’a été enregistré.')
})
