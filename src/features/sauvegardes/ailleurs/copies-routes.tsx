import type { Context } from 'hono'
import { type AppEnv, router } from '../../../web/env.ts'
import { readBody, shown } from '../../../web/form.ts'
import { ADMINISTRATION } from '../../../web/navigation.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { elsewhereLimit, takeTurn, waitInWords } from '../../auth/limits.ts'
import { actorOf } from '../../journal/actor.tsx'
import { lastGivenUp, taskUnderWay } from '../../taches/queries.ts'
import { listBackups } from '../actions/backups.ts'
import { FETCH_TASK } from '../task-kind.ts'
import { listCopies } from './actions/fetch.ts'
import { ElsewhereError } from './rules/faults.ts'
import { backupIn, markAt, ownIn } from './rules/remote-names.ts'
import { askForReturn } from './task.ts'
import { COPIES_TITLE, CopiesPage, SHEET_TITLE, SheetPage } from './views/copies.tsx'
import { PATH } from './views/form.tsx'

/** The list of the copies that are elsewhere, and the sheet to print; mounted with the other pages of the copies. */
export const copiesRoutes = router()

/** Somebody waits for the list. */
const LIST_MS = 10_000
const NOWHERE = 'La copie ailleurs n’est pas encore réglée.'

const BREADCRUMB = [
  ADMINISTRATION,
  { href: '/parametres', label: 'Paramètres' },
  { href: '/parametres/sauvegardes', label: 'Sauvegardes' },
  { href: PATH, label: 'Copie ailleurs' },
]

/** Asks the place what it has; what fails is said on the page. */
async function found(c: Context<AppEnv>) {
  const { settings, db, clock, secret } = c.var.deps
  const { ailleurs } = settings.read()
  if (ailleurs === null) return { problem: NOWHERE }
  const waitMs = await takeTurn(db, [elsewhereLimit], clock())
  if (waitMs > 0) return { problem: `Dix demandes par minute au plus : attendez ${waitInWords(waitMs)}.` }
  try {
    const copies = await listCopies(ailleurs, { silenceMs: LIST_MS })
    return { copies, isOurs: ownIn(copies, markAt(ailleurs, secret)) }
  } catch (error) {
    if (error instanceof ElsewhereError) return { problem: error.message }
    throw error
  }
}

copiesRoutes.get('/copies', async (c) => {
  const { db, settings, storage } = c.var.deps
  if (settings.read().ailleurs === null) return seeOther(c, PATH, NOWHERE)
  const view = (
    <CopiesPage
      found={await found(c)}
      here={new Set(listBackups(storage).map(({ name }) => name))}
      underWay={await taskUnderWay(db, FETCH_TASK)}
      failed={(await lastGivenUp(db, FETCH_TASK))?.erreur ?? undefined}
    />
  )
  return page(c, COPIES_TITLE, view, { breadcrumb: BREADCRUMB })
})

copiesRoutes.post('/copies', async (c) => {
  const { db, clock, settings } = c.var.deps
  if (settings.read().ailleurs === null) return seeOther(c, PATH, NOWHERE)
  const nom = shown(await readBody(c), 'nom')
  if (backupIn(nom) === undefined) return seeOther(c, `${PATH}/copies`, 'Choisissez une copie de la liste.')
  const isNew = await askForReturn(db, nom, actorOf(c), clock())
  return seeOther(c, `${PATH}/copies`, isNew ? 'La copie va être rapportée.' : 'Une copie est déjà en chemin.')
})

copiesRoutes.get('/fiche', (c) => {
  const { settings, clock } = c.var.deps
  const { ailleurs, site_name } = settings.read()
  if (ailleurs === null) return seeOther(c, PATH, NOWHERE)
  const view = <SheetPage place={ailleurs} siteName={site_name} now={clock().toISOString()} />
  return page(c, SHEET_TITLE, view, { breadcrumb: BREADCRUMB, style: 'imprimes' })
})
