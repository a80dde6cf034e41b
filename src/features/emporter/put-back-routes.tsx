import { join } from 'node:path'
import type { Context } from 'hono'
import { AppError } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { readBody, shown } from '../../web/form.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Received, takesFile } from '../../web/upload.ts'
import { proofAddress } from '../auth/fresh.tsx'
import { role } from '../auth/session-guard.tsx'
import { share } from '../fichiers/rules/shelves.ts'
import { StoreError } from '../fichiers/rules/store-error.ts'
import { ensureWritable } from '../presence/maintenance-guard.tsx'
import { taskUnderWay } from '../taches/queries.ts'
import { countMissing } from '../vues/actions/archive.ts'
import {
  arrivalFolder,
  dropArrived,
  ensureTakes,
  giveUp,
  goOn,
  lastRemise,
  REMETTRE,
  receive,
} from './actions/remises.ts'
import { heldBySite } from './queries/emptiness.ts'
import { BACK_PATH, BACK_TITLE, PutBackPage } from './views/put-back.tsx'
import { PATH, TITLE } from './views.tsx'

const LIMIT = {
  maxBytes: 2 * 1024 ** 3,
  tooLarge:
    'Cette archive dépasse la taille permise (2\u00a0Go). Copiez-la sur le serveur, puis lancez bin/releve import:tout.',
}

/** An archive of everything comes back, for administrators; mounted below the page that makes one. */
export const puttingBackRoutes = router()

puttingBackRoutes.use(role('admin'))

async function answer(c: Context<AppEnv>, errors: Record<string, string> = {}, status: 200 | 413 | 422 | 503 = 200) {
  const { db } = c.var.deps
  const remise = await lastRemise(db)
  const task = await taskUnderWay(db, REMETTRE)
  const missing = remise?.etat === 'finie' ? await countMissing(db, c.var.deps.storage) : 0
  const props = { remise, held: await heldBySite(db), progres: task?.progres ?? null, errors, missing }
  const breadcrumb = [ADMINISTRATION, { href: '/parametres', label: 'Paramètres' }, { href: PATH, label: TITLE }]
  return page(c, BACK_TITLE, <PutBackPage {...props} />, { status, breadcrumb })
}

puttingBackRoutes.get('/', (c) => answer(c))

async function received(c: Context<AppEnv>, came: Received) {
  const { db, storage, clock } = c.var.deps
  if (!came.ok) return answer(c, { fichier: came.message }, came.status)
  if (!came.file) return answer(c, { fichier: 'Choisissez l’archive à remettre.' }, 422)
  const path = join(arrivalFolder(storage), came.file.fichier)
  try {
    await ensureWritable(c)
    if (came.file.taille === 0) throw new AppError('conflit', 'Ce fichier est vide.')
    await share(path)
    await receive(db, path, c.var.user.id, clock())
  } catch (error) {
    await dropArrived(path)
    if (error instanceof StoreError) return answer(c, { fichier: error.message }, 503)
    if (!(error instanceof AppError) || error.code !== 'conflit') throw error
    return answer(c, { fichier: error.message }, 422)
  }
  return seeOther(c, BACK_PATH, 'L’archive est arrivée. Elle va être vérifiée.')
}

puttingBackRoutes.post(
  '/',
  takesFile({
    before: (c) => ensureTakes(c.var.deps.db),
    folder: ({ storage }) => arrivalFolder(storage),
    limit: LIMIT,
    received,
  }),
)

const remiseOf = async (c: Context<AppEnv>): Promise<number> => Number(shown(await readBody(c), 'remise')) || 0

puttingBackRoutes.post('/oui', async (c) => {
  const { db, clock } = c.var.deps
  // It brings accounts along, administrators among them.
  if (!c.var.isFresh) return seeOther(c, proofAddress(BACK_PATH))
  await goOn(db, await remiseOf(c), clock())
  return seeOther(c, BACK_PATH, 'L’archive va être remise.')
})

puttingBackRoutes.post('/non', async (c) => {
  const { db, storage } = c.var.deps
  await giveUp(db, storage, await remiseOf(c))
  return seeOther(c, BACK_PATH, 'L’archive n’est plus sur ce site. Rien n’en a été remis.')
})
