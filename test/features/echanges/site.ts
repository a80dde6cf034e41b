import { installReadyTypes } from '../../../src/features/types-sources/actions/models.ts'
import type { Answer, TestApp, Visitor } from '../../support/app.ts'
import { ORIGIN, testApp } from '../../support/app.ts'
import { importOf, work } from '../imports/support.ts'

export interface FileToSend {
  nom: string
  bytes: Uint8Array
}

/** Posts files as a browser does, all in one form. */
export async function sendFiles(visitor: Visitor, files: readonly FileToSend[], fields: Record<string, string> = {}) {
  if (visitor.cookies.size === 0) await visitor.get('/login')
  const form = new FormData()
  form.append('_csrf', visitor.token())
  for (const { nom, bytes } of files) form.append('fichier', new Blob([Buffer.from(bytes)]), nom)
  for (const [name, value] of Object.entries({ encodage: 'auto', ...fields })) form.append(name, value)
  return visitor.request('/imports/nouveau', { method: 'POST', body: form, headers: { origin: ORIGIN } })
}

/** The form of a page as a browser would send it: what is chosen in its lists. */
export function choicesOf({ page }: Answer): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const select of page.all('#plan select')) {
    const chosen = select.querySelector('option[selected]') ?? select.querySelector('option')
    fields[select.getAttribute('name') ?? ''] = chosen?.getAttribute('value') ?? ''
  }
  return fields
}

/** A site with the ready types, the département and one commune, and its administrator. */
export async function site(): Promise<{ t: TestApp; admin: Visitor }> {
  const t = await testApp()
  await installReadyTypes(t.db)
  return { t, admin: await t.as(t.admin) }
}

/** Sends files to their dry run with what the page proposes, and `chosen` on top of it. */
export async function dryRun(
  t: TestApp,
  visitor: Visitor,
  files: readonly FileToSend[],
  chosen: Record<string, string> = {},
) {
  const { location, status, page } = await sendFiles(visitor, files)
  if (status !== 303) throw new Error(`${status}: ${page.text.slice(0, 800)}`)
  const plan = await visitor.get(location ?? '')
  const sent = await visitor.post(location ?? '', { ...choicesOf(plan), ...chosen })
  if (sent.status !== 303) throw new Error(`${sent.status}: ${sent.page.text.slice(0, 1500)}`)
  await work(t)
  return { plan, location: sent.location ?? '', imported: await importOf(t) }
}

/** Moves the archive in to its end, background work included. */
export async function moveIn(
  t: TestApp,
  visitor: Visitor,
  files: readonly FileToSend[],
  chosen: Record<string, string> = {},
) {
  const { location, plan, imported } = await dryRun(t, visitor, files, chosen)
  if (imported.a_creer > 0) await visitor.post(`${location}/confirmer`)
  await work(t)
  return { location, plan, planned: imported, done: await importOf(t) }
}
