import type { Context } from 'hono'
import { dialectOf } from '../../../db/dialect/index.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, type FormErrors, rawOf, readBody } from '../../../web/form.ts'
import { ADMINISTRATION } from '../../../web/navigation.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { shelfOf } from '../../fichiers/rules/shelves.ts'
import { record } from '../../journal/actions.ts'
import { actorOf } from '../../journal/actor.tsx'
import { noteExternal } from './actions.ts'
import { parseExternal } from './form.ts'
import { externalState } from './queries.ts'
import { ExternalPage, PATH, TITLE } from './views.tsx'

/** The declared backup by another program; mounted below /parametres/sauvegardes, whose guard lets administrators in. */
export const externeRoutes = router()

const BREADCRUMB = [
  ADMINISTRATION,
  { href: '/parametres', label: 'Paramètres' },
  { href: '/parametres/sauvegardes', label: 'Sauvegardes' },
]

async function externalPage(c: Context<AppEnv>, refused?: { raw: Body; errors: FormErrors }) {
  const { db, clock, settings, storage } = c.var.deps
  const { sauvegarde_externe: outil, sauvegarde_externe_heures: heures } = settings.read()
  const props = {
    state: await externalState(db, settings.read(), clock()),
    raw: refused?.raw ?? rawOf({ outil, heures: String(heures) }),
    errors: refused?.errors ?? {},
    migratesWhole: dialectOf(db).migratesWhole,
    hasShelf: shelfOf(storage) !== undefined,
  }
  return page(c, TITLE, <ExternalPage {...props} />, { status: refused ? 422 : 200, breadcrumb: BREADCRUMB })
}

async function declare(c: Context<AppEnv>, outil: string, heures?: number): Promise<void> {
  const { db, clock, settings } = c.var.deps
  const hours = heures === undefined ? {} : { sauvegarde_externe_heures: heures }
  await settings.save({ sauvegarde_externe: outil, ...hours })
  const detail = { cles: ['sauvegarde_externe'] }
  await record(db, actorOf(c), { action: 'reglages', detail }, clock().toISOString())
}

externeRoutes.get('/', (c) => externalPage(c))

externeRoutes.post('/', async (c) => {
  const form = parseExternal(await readBody(c))
  if (!form.ok) return externalPage(c, form)
  await declare(c, form.value.outil, form.value.heures)
  return seeOther(c, PATH, 'Sauvegarde externe déclarée. Faites maintenant noter chaque sauvegarde par l’outil.')
})

externeRoutes.post('/faite', async (c) => {
  const { db, clock, settings } = c.var.deps
  if (settings.read().sauvegarde_externe === '') return seeOther(c, PATH, 'Déclarez d’abord l’outil.')
  const isNew = await noteExternal(db, clock().toISOString(), actorOf(c), clock())
  return seeOther(c, PATH, isNew ? 'Sauvegarde notée.' : 'Cette sauvegarde était déjà notée.')
})

externeRoutes.post('/retirer', async (c) => {
  const isDeclared = c.var.deps.settings.read().sauvegarde_externe !== ''
  if (isDeclared) await declare(c, '')
  return seeOther(
    c,
    PATH,
    isDeclared
      ? 'Plus de sauvegarde externe\u00a0: les mises à jour font de nouveau la leur.'
      : 'Rien n’était déclaré.',
  )
})
