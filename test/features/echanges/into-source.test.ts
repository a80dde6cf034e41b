// A file of acts that is sent to one source.
import { expect, test } from 'vitest'
import { squeeze } from '../../support/html.ts'
import { importOf, messagesOf, sendFile, work } from '../imports/support.ts'
import { sendFiles, site } from './site.ts'
import { bytesOf, v3, WORKED } from './support.ts'

async function register() {
  const { t, admin } = await site()
  const type = await t.db
    .selectFrom('types_sources')
    .select('id')
    .where('nom', '=', 'Mariages (état civil)')
    .executeTakeFirstOrThrow()
  const lieu = await t.make.lieu({ nom: 'Saint-Malo' })
  const source = await t.make.source({ section: t.saintMalo })
  await t.db
    .updateTable('sources')
    .set({ type_source_id: type.id, lieu_id: lieu.id, status: 'en_cours' })
    .where('id', '=', source.id)
    .execute()
  return { t, admin, id: source.id }
}

const elsewhere = v3('M', { 3: 'Dinan', 7: '1790', 11: 'GUY', 29: 'PETIT', 60: '9' })

test('the acts of its type and commune go in, the others are named with the way to go', async () => {
  const { t, admin, id } = await register()
  const { status, location } = await sendFile(admin, `/sources/${id}/import`, bytesOf([...WORKED, elsewhere]), {
    nom: 'tout.TXT',
  })
  expect(status).toBe(303)
  await work(t)
  const planned = await importOf(t)
  expect([planned.kind, planned.a_creer, planned.refusees]).toEqual(['actes', 1, 4])
  const messages = (await messagesOf(t)).map(({ message }) => squeeze(message)).join('\n')
  expect(messages).toContain('Cet acte est d’un autre type (naissance ou baptême) que la source.')
  expect(messages).toContain('Cet acte est d’une autre commune (« Dinan ») que la source.')
  expect(messages).toContain('Importer des fichiers d’actes')
  await admin.post(`${location}/confirmer`)
  await work(t)
  const releves = await t.db.selectFrom('releves').select(['source_id', 'nom']).execute()
  expect(releves).toEqual([{ source_id: id, nom: 'MARTIN' }])
  await admin.post(`${location}/annuler`)
  await work(t)
  expect(await t.db.selectFrom('releves').select('id').execute()).toEqual([])
  expect(await t.db.selectFrom('sources').select('id').where('id', '=', id).execute()).toHaveLength(1)
})

test('a broken file of acts is refused beside its field', async () => {
  const { admin, id } = await register()
  const { status, page } = await sendFile(admin, `/sources/${id}/import`, bytesOf(['NIMEGUEV3']), { nom: 'x.txt' })
  expect(status).toBe(422)
  expect(page.error('fichier')).toContain('sixième colonne')
})

test('from the link of its page all acts go into the one source, whatever their commune', async () => {
  const { t, admin, id } = await register()
  const nom = 'dinan.txt'
  const { location } = await sendFiles(admin, [{ nom, bytes: bytesOf([elsewhere]) }], { source: String(id) })
  expect(squeeze((await admin.get(location ?? '')).page.text)).toContain('Tous ces actes iront dans la source')
  const sent = await admin.post(location ?? '')
  await work(t)
  await admin.post(`${sent.location}/confirmer`)
  await work(t)
  const releves = await t.db.selectFrom('releves').select(['source_id', 'nom']).execute()
  expect(releves).toEqual([{ source_id: id, nom: 'GUY' }])
})
