import { importHandlers } from '../../../src/features/imports/task.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { IMPORT_KINDS } from '../../../src/import-kinds.ts'
import type { Answer, TestApp, Visitor } from '../../support/app.ts'
import { ORIGIN } from '../../support/app.ts'

export interface Sent {
  encodage?: string
  feuille?: string
  nom?: string
  jeton?: string
  /** Sent instead of the visitor's token; null sends none. */
  csrf?: string | null
}

/** Posts a file as a browser does: the token is the first field, what is said of the file stands behind it. */
export async function sendFile(
  visitor: Visitor,
  path: string,
  content: string | Uint8Array,
  { encodage = 'auto', feuille = '', nom = 'lieux.csv', jeton = '', csrf }: Sent = {},
): Promise<Answer> {
  if (visitor.cookies.size === 0) await visitor.get('/login')
  const form = new FormData()
  if (csrf !== null) form.append('_csrf', csrf ?? visitor.token())
  form.append('_envoi', jeton)
  form.append('fichier', new Blob([Buffer.from(content)]), nom)
  form.append('encodage', encodage)
  form.append('feuille', feuille)
  return visitor.request(path, { method: 'POST', body: form, headers: { origin: ORIGIN } })
}

/** Runs whatever imports have to do now. */
export const work = (t: TestApp): Promise<number> => runTasks(t.deps, importHandlers(IMPORT_KINDS))

/** The only import, or the one of this id. */
export function importOf(t: TestApp, id?: number) {
  const query = t.db.selectFrom('imports').selectAll().orderBy('id', 'desc').limit(1)
  return (id === undefined ? query : query.where('id', '=', id)).executeTakeFirstOrThrow()
}

export const messagesOf = async (t: TestApp, id?: number) =>
  t.db
    .selectFrom('import_messages')
    .select(['ligne', 'message'])
    .where('import_id', '=', id ?? (await importOf(t)).id)
    .orderBy('ligne')
    .orderBy('id')
    .execute()

/** Sends a file of places to its dry run, confirms it, and lets it be written. */
export async function importLieux(t: TestApp, visitor: Visitor, content: string | Uint8Array, sent: Sent = {}) {
  const answer = await sendFile(visitor, '/lieux/import', content, sent)
  if (answer.status !== 303) throw new Error(`${answer.status}: ${answer.page.text.slice(0, 500)}`)
  await work(t)
  const planned = await importOf(t)
  if (planned.etat === 'pret' && planned.a_creer + planned.a_modifier > 0) {
    await visitor.post(`/imports/${planned.id}/confirmer`)
    await work(t)
  }
  return { planned, done: await importOf(t) }
}
