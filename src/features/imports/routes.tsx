import type { Context } from 'hono'
import { randomToken } from '../../lib/crypto.ts'
import { AppError, ensure } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Exported, exportRoutes } from '../../web/export.ts'
import { type FormErrors, readBody, readQuery, shown } from '../../web/form.ts'
import { listUrl, readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { PROOF_FIELD, proofProblem } from '../auth/fresh.tsx'
import { managedSectionIds } from '../droits/policy.ts'
import { actorOf } from '../journal/actor.tsx'
import { foresee } from './actions/foresee.ts'
import { abandonImport, canUndo, confirmImport, resumeImport, undoImport } from './actions/steps.ts'
import { postColumns, showColumns } from './columns-routes.tsx'
import { isOfOtherPlan, readDoublons } from './form.ts'
import type { ImportKind, ImportSession } from './kind.ts'
import {
  countMessages,
  findImport,
  firstLines,
  listImports,
  listMessages,
  type ShownImport,
  sameFile,
} from './queries/imports.ts'
import { countUnknownPlaces } from './queries/place-names.ts'
import { messageRows } from './rows.ts'
import { removeFile } from './rules/files.ts'
import { ImportPage } from './views/import.tsx'
import { ImportsPage, LIST_TITLE } from './views/list.tsx'
import { UNDO_TITLE, UndoPage } from './views/undo.tsx'

const PATH = '/imports'
const SHOWN_LINES = 20
const IMPORTS = { href: PATH, label: LIST_TITLE }

type Kinds = readonly ImportKind<unknown>[]

interface Found {
  imported: ShownImport
  kind: ImportKind<unknown>
}

async function find(c: Context<AppEnv>, kinds: Kinds): Promise<Found> {
  const imported = await findImport(c.var.deps.db, c.var.user, idParam(c))
  const kind = kinds.find((one) => one.kind === imported.kind)
  if (!kind) throw new AppError('introuvable', 'Cette version du site ne connaît pas cet import.')
  return { imported, kind }
}

/** Found, and still within the rights of who asks: those are looked up at each step. */
async function findAllowed(c: Context<AppEnv>, kinds: Kinds): Promise<Found> {
  const found = await find(c, kinds)
  ensure(await found.kind.canImport(c.var.deps.db, c.var.user, found.imported.cible_id))
  return found
}

async function preview(c: Context<AppEnv>, { imported }: Found, session: ImportSession<unknown>) {
  const { db } = c.var.deps
  // Those of an earlier choice of columns are no lines of this one.
  if (imported.etat === 'colonnes') return { headers: [], rows: [] }
  const lines = await firstLines<unknown>(db, imported.id, SHOWN_LINES)
  const rows: string[][] = []
  for (const line of lines) rows.push(await session.preview.cells(line))
  return { headers: session.preview.headers, rows }
}

async function listPage(c: Context<AppEnv>, kinds: Kinds) {
  const query = readQuery(c)
  const paging = readPaging(query)
  const list = await listImports(c.var.deps.db, c.var.user, paging)
  const titles = Object.fromEntries(kinds.map(({ kind, titre }) => [kind, titre]))
  const url = (n: number) => listUrl(PATH, { par_page: shown(query, 'par_page') }, { page: n })
  const managed = await managedSectionIds(c.var.deps.db, c.var.user)
  const props = { ...list, paging, titles, mayMoveIn: managed === undefined || managed.length > 0, url }
  return page(c, LIST_TITLE, <ImportsPage {...props} />)
}

/** `errors`: why the confirmation was refused; the key '' is about the plan as a whole. */
async function importPage(c: Context<AppEnv>, found: Found, errors: FormErrors = {}) {
  const { db, clock } = c.var.deps
  const { imported, kind } = found
  const query = readQuery(c)
  const paging = readPaging(query)
  const session = await kind.open(db, imported, clock)
  const props = {
    ...found,
    paging,
    same: await sameFile(db, imported),
    preview: await preview(c, found, session),
    // The file is kept for whoever may choose its columns anew.
    hasColumns: session.mapping !== undefined && imported.fichier !== null,
    messages: await listMessages(db, imported.id, { offset: paging.offset, limit: paging.parPage }),
    totalMessages: await countMessages(db, imported.id),
    canUndo: canUndo(imported, clock()),
    now: clock(),
    report: (await kind.report?.(db, imported)) ?? [],
    unknownPlaces:
      imported.etat === 'pret' && kind.lieux && imported.fichier !== null
        ? await countUnknownPlaces(db, imported.id)
        : undefined,
    next: imported.etat === 'termine' ? await kind.next?.(db, imported) : undefined,
    jeton: randomToken(),
    url: (n: number) =>
      `${listUrl(`${PATH}/${imported.id}`, { par_page: shown(query, 'par_page') }, { page: n })}#messages`,
    ...{ isFresh: c.var.isFresh === true, errors },
  }
  const status = errors[''] !== undefined ? 409 : Object.keys(errors).length === 0 ? 200 : 422
  return page(c, kind.titre, <ImportPage {...props} />, { status, breadcrumb: [IMPORTS] })
}

const messages = (c: Context<AppEnv>, { imported }: Found): Exported => ({
  title: `messages import ${imported.id}`,
  rows: messageRows(c.var.deps.db, imported.id),
})

const back = (c: Context<AppEnv>, { imported }: Found, flash?: string) => seeOther(c, `${PATH}/${imported.id}`, flash)

const OTHER_PLAN =
  'Rien n’est enregistré\u00a0: le fichier a été vérifié de nouveau depuis l’ouverture de votre page, avec d’autres choix. Voici ce que donne cette vérification\u00a0: relisez-la avant de confirmer.'

async function confirm(c: Context<AppEnv>, found: Found) {
  const { imported, kind } = found
  const raw = await readBody(c)
  if (isOfOtherPlan(raw, imported)) return importPage(c, found, { '': OTHER_PLAN })
  const problem = kind.preuve === undefined ? undefined : await proofProblem(c, raw)
  if (problem !== undefined) return importPage(c, found, { [PROOF_FIELD]: problem })
  const doublons = readDoublons(raw, imported, kind.remplace !== undefined)
  if (!doublons.ok) return importPage(c, found, doublons.errors)
  const { db, clock, storage } = c.var.deps
  const how = { by: actorOf(c), doublons: doublons.value, overtaken: kind.overtaken?.bind(kind) }
  const isMine = await confirmImport(db, imported, clock(), how)
  if (isMine) await removeFile(storage, imported.fichier)
  return back(c, found)
}

async function abandon(c: Context<AppEnv>, found: Found) {
  const { imported, kind } = found
  await abandonImport(c.var.deps.db, c.var.deps.storage, imported, kind.abandoned?.bind(kind))
  return back(c, found, 'Import abandonné\u00a0: rien n’a été enregistré.')
}

async function undoPage(c: Context<AppEnv>, found: Found) {
  const foreseen = await foresee(c.var.deps.db, found.kind, found.imported)
  const whole = { href: `${PATH}/${found.imported.id}`, label: found.kind.titre }
  return page(c, UNDO_TITLE, <UndoPage {...found} foreseen={foreseen} />, { breadcrumb: [IMPORTS, whole] })
}

async function undo(c: Context<AppEnv>, found: Found) {
  await undoImport(c.var.deps.db, found.imported, c.var.deps.clock(), actorOf(c))
  return back(c, found)
}

async function resume(c: Context<AppEnv>, found: Found) {
  const { imported, kind } = found
  await resumeImport(c.var.deps.db, imported, c.var.deps.clock(), kind.overtaken?.bind(kind))
  return back(c, found)
}

type Answer = (c: Context<AppEnv>, found: Found) => Response | Promise<Response>

/** Imports of these kinds; mounted at /imports. */
export function importsRoutes(kinds: Kinds) {
  const found = (answer: Answer) => async (c: Context<AppEnv>) => answer(c, await find(c, kinds))
  const allowed = (answer: Answer) => async (c: Context<AppEnv>) => answer(c, await findAllowed(c, kinds))
  return router()
    .get('/', (c) => listPage(c, kinds))
    .get(
      '/:id',
      found((c, one) => importPage(c, one)),
    )
    .route(
      '/',
      exportRoutes('/:id/messages', async (c) => messages(c, await find(c, kinds))),
    )
    .get('/:id/colonnes', allowed(showColumns))
    .post('/:id/colonnes', allowed(postColumns))
    .post('/:id/confirmer', allowed(confirm))
    .post('/:id/abandonner', allowed(abandon))
    .get('/:id/annuler', allowed(undoPage))
    .post('/:id/annuler', allowed(undo))
    .post('/:id/reprendre', allowed(resume))
}
