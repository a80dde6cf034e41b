// Two servers that share no folder, on one PostgreSQL: what is done on one is so on the other.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { writeArchive } from '../../../src/features/emporter/actions/write.ts'
import { puttingBackHandlers } from '../../../src/features/emporter/put-back-task.ts'
import { leavingHandlers } from '../../../src/features/emporter/task.ts'
import { suppressionHandlers } from '../../../src/features/suppressions/task.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { sweepPhotos } from '../../../src/features/vues/actions/sweep.ts'
import { DAY_MS } from '../../../src/lib/durations.ts'
import { testApp, type Visitor } from '../../support/app.ts'
import { isPooled, isPostgres } from '../../support/db.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { pngOf } from '../../support/pictures.ts'
import { everything } from '../export/source.ts'
import { importOf, sendFile, work } from '../imports/support.ts'
import { upload } from '../parametres/support.ts'
import { sendOne, sendPhotos, storedFiles } from '../vues/sending.ts'
import { shelve, twoServers } from './support.ts'

vi.setConfig({ testTimeout: 90_000 })

const LOGO = readFileSync(join(import.meta.dirname, '../../data/images/logo.png'))
const OTHER_LOGO = readFileSync(join(import.meta.dirname, '../../data/images/logo.webp'))

const logoOf = async (visitor: Visitor) => {
  const src = (await visitor.get('/login')).page.all('.marque img')[0]?.getAttribute('src') ?? ''
  return src === '' ? undefined : (await visitor.get(src)).headers.get('content-type')
}

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

describe.runIf(isPostgres && !isPooled)('two servers with a folder each', () => {
  test('a new one has the settings of the first; a logo and a setting go from one to the other, both ways', async () => {
    const { t, a, b } = await twoServers()
    expect(b.deps.settings.read()).toMatchObject({ site_name: 'Cercle d’essai', registration_enabled: false })
    const [onA, onB] = [await a.as(t.admin), await b.as(t.admin)]
    expect((await upload(onA, '/parametres/logo', LOGO, 'logo.png')).status).toBe(303)
    await b.follow()
    expect(await logoOf(b.anonymous())).toBe('image/png')
    const general = { site_name: 'Cercle de Saint-Malo', registration_enabled: '1', journal_mois: '12' }
    expect((await onB.post('/parametres/general', general)).status).toBe(303)
    expect((await upload(onB, '/parametres/logo', OTHER_LOGO, 'logo.webp')).status).toBe(303)
    await a.follow()
    expect(a.deps.settings.read()).toMatchObject({ site_name: 'Cercle de Saint-Malo', registration_enabled: true })
    expect([await logoOf(a.anonymous()), (await a.anonymous().get('/register')).status]).toEqual(['image/webp', 200])
    expect(filesIn(join(a.deps.storage, 'app/public'))).toEqual(['logo.webp'])
    expect((await onA.post('/parametres/logo/supprimer')).status).toBe(303)
    await b.follow()
    expect([await logoOf(b.anonymous()), filesIn(join(b.deps.storage, 'app/public'))]).toEqual([undefined, []])
    expect(t.failures).toEqual([])
  })

  test('who changes settings on a server that has not looked yet loses nothing of the other', async () => {
    const { t, a, b } = await twoServers()
    await a.deps.settings.save({ contact_securite: 'securite@exemple.fr' })
    await b.deps.settings.save({ journal_mois: 24 })
    await a.follow()
    for (const { deps } of [a, b])
      expect(deps.settings.read()).toMatchObject({ contact_securite: 'securite@exemple.fr', journal_mois: 24 })
    await Promise.all(
      [a, b].map(({ deps }, i) => deps.settings.save(i === 0 ? { silence_jours: 7 } : { pin_obligatoire: true })),
    )
    await Promise.all([a.follow(), b.follow()])
    for (const { deps } of [a, b])
      expect(deps.settings.read()).toMatchObject({ silence_jours: 7, pin_obligatoire: true })
    const refused = b.deps.settings.save(() => {
      throw new Error('no')
    })
    await expect(refused).rejects.toThrow('no')
    expect(b.deps.settings.read().silence_jours).toBe(7)
    expect(t.failures).toEqual([])
  })

  test('a scan sent to one is shown by the other, and gone from both where one deletes it', async () => {
    const { t, s3, a, b } = await twoServers()
    const source = await t.make.source({ section: t.saintMalo, titre: 'Baptêmes 1760' })
    const [onA, onB] = [await a.as(t.rene), await b.as(t.rene)]
    const parts = { images: pngOf(3000, 2000), copie_2000: pngOf(2000, 1333), copie_320: pngOf(320, 213) }
    expect(await sendOne(onA, source.id, parts, { garder_original: '1' })).toMatchObject({
      status: 200,
      etat: 'ajoutee',
    })
    expect(s3.names()).toHaveLength(3)
    const image = `/sources/${source.id}/vues/1/image`
    for (const taille of ['320', '2000', 'originale']) {
      const [here, there] = [await onA.get(`${image}?taille=${taille}`), await onB.get(`${image}?taille=${taille}`)]
      expect([there.status, there.headers.get('etag')]).toEqual([200, here.headers.get('etag')])
      expect(there.text).toBe(here.text)
    }
    expect(storedFiles(b.deps.storage)).toEqual(storedFiles(a.deps.storage))
    // Known without being fetched again, wherever it lies.
    rmSync(join(b.deps.storage, 'app/images'), { recursive: true })
    expect((await onB.get(`/sources/${source.id}/vues/empreintes`)).text).toMatch(/"debuts":\["[0-9a-f]{16}"\]/)
    expect(storedFiles(b.deps.storage)).toEqual([])
    expect((await onB.get(image)).status).toBe(200)
    expect((await onB.post(`/sources/${source.id}/vues/supprimer`, { de: '1', a: '1' })).status).toBe(303)
    expect([(await onA.get(image)).status, (await onB.get(image)).status]).toEqual([404, 404])
    const later = new Date(t.deps.clock().getTime() + 31 * DAY_MS)
    await sweepPhotos(a.deps, later)
    expect([s3.names(), storedFiles(a.deps.storage)]).toEqual([[], []])
    expect(t.failures).toEqual([])
  })

  test('a file of records sent to one is read by the task of the other', async () => {
    const { t, s3, a, b } = await twoServers()
    const onA = await a.as(t.admin)
    const csv = 'nom;type;parent\nBretagne;Région;\n'
    expect((await sendFile(onA, '/lieux/import', csv)).status).toBe(303)
    expect(s3.names()).toHaveLength(1)
    expect(filesIn(join(b.deps.storage, 'app/tmp/imports'))).toEqual([])
    await work(b.t)
    const imported = await importOf(t)
    expect([imported.etat, imported.erreur]).toEqual(['pret', null])
    await work(a.t)
    await onA.post(`/imports/${imported.id}/abandonner`)
    expect(s3.names()).toEqual([])
    expect(t.failures).toEqual([])
  })

  test('an archive of everything made by one is downloaded from the other', async () => {
    const { t, s3, a, b } = await twoServers()
    const onA = await a.as(t.admin)
    expect((await onA.post('/parametres/emporter')).status).toBe(303)
    await runTasks(b.deps, leavingHandlers)
    expect(s3.names()).toEqual([expect.stringMatching(/^app\/tmp\/emporter\/tout-.*\.zip$/)])
    expect((await onA.get('/parametres/emporter')).page.text).toContain('Télécharger')
    expect((await onA.get('/parametres/sauvegardes/externe')).page.text).toContain('dans le stockage partagé')
    const archive = await onA.get('/parametres/emporter/archive')
    expect([archive.status, archive.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(t.failures).toEqual([])
  })

  test('an archive given to one is looked through by the other, and put back by the first', async () => {
    const full = await testApp()
    await everything(full)
    const path = join(temporaryFolder(), 'tout.zip')
    await writeArchive(full.db, path, { site: 'Ancien site', at: '2026-01-01T00:00:00.000Z' })
    const { t, s3, a, b } = await twoServers()
    await t.db.deleteFrom('sections').execute()
    const [onA, onB] = [await a.as(t.admin), await b.as(t.admin)]
    const page = '/parametres/emporter/remettre'
    expect((await sendFile(onA, page, readFileSync(path))).status).toBe(303)
    await runTasks(b.deps, puttingBackHandlers)
    const { id } = await t.db.selectFrom('remises').select('id').executeTakeFirstOrThrow()
    expect((await onB.post(`${page}/oui`, { remise: id })).location).toBe(page)
    await runTasks(a.deps, puttingBackHandlers)
    for (const visitor of [onA, onB]) expect((await visitor.get(page)).page.text).toContain('Tout est revenu')
    expect(s3.names()).toEqual([])
    expect(t.failures).toEqual([])
  })

  test('a source deleted by one is brought back by the other', async () => {
    const { t, s3, a, b } = await twoServers()
    const source = await t.make.source({ section: t.saintMalo, titre: 'Baptêmes 1760' })
    await t.make.releve(source, { nom: 'LE GOFF' })
    const onA = await a.as(t.admin)
    expect((await onA.post(`/sources/${source.id}/supprimer`, { confirmation: 'Baptêmes 1760' })).status).toBe(303)
    await runTasks(a.deps, suppressionHandlers)
    expect(s3.names()).toEqual([expect.stringMatching(/^app\/supprimees\//)])
    const { id } = await t.db.selectFrom('sources_supprimees').select('id').executeTakeFirstOrThrow()
    await (await b.as(t.admin)).post(`/sources/supprimees/${id}/retablir`)
    await runTasks(b.deps, suppressionHandlers)
    expect(await t.db.selectFrom('releves').select('source_id').execute()).toEqual([{ source_id: source.id }])
    expect(s3.names()).toEqual([])
    expect(t.failures).toEqual([])
  })

  test.each([
    [
      'does not answer',
      (s3: Awaited<ReturnType<typeof twoServers>>['s3']) => ({ ...s3.place, adresse: 'http://127.0.0.1:9' }),
      /connexion a été refusée/,
    ],
    [
      'refuses the key',
      (s3: Awaited<ReturnType<typeof twoServers>>['s3']) => ({ ...s3.place, secret: 'faux' }),
      /refusé l’identifiant/,
    ],
    [
      'has no room',
      (s3: Awaited<ReturnType<typeof twoServers>>['s3']) => {
        s3.site.mood.roomFor = 10
        return s3.place
      },
      /plus de place/,
    ],
  ])('a storage that %s takes nothing, and says why beside the form', async (_what, placed, reason) => {
    const { t, s3, a } = await twoServers()
    shelve(a.deps, placed(s3))
    const source = await t.make.source({ section: t.saintMalo, titre: 'Baptêmes 1760' })
    const [rene, admin] = [await a.as(t.rene), await a.as(t.admin)]
    const one = await sendOne(rene, source.id, { images: pngOf(60, 40) })
    expect([one.status, one.etat, one.motif]).toEqual([422, 'refusee', expect.stringMatching(reason)])
    const form = await sendPhotos(rene, source.id, [{ name: 'page 1.png', bytes: pngOf(60, 40) }])
    expect([form.status, form.page.text]).toEqual([422, expect.stringMatching(reason)])
    const sent = await sendFile(admin, '/lieux/import', 'nom;type;parent\nBretagne;Région;\n')
    expect([sent.status, sent.page.text]).toEqual([503, expect.stringMatching(reason)])
    expect(await t.db.selectFrom('images').select('id').execute()).toEqual([])
    expect(await t.db.selectFrom('imports').select('id').execute()).toEqual([])
    expect([s3.names(), storedFiles(a.deps.storage), filesIn(join(a.deps.storage, 'app/tmp/imports'))]).toEqual([
      [],
      [],
      [],
    ])
    expect(new Set(t.failures.map(({ message }) => message))).toEqual(
      new Set(['the shared storage of files does not answer']),
    )
  })

  test('a page with a picture whose storage is away is there, and the picture says so; what was seen is still shown', async () => {
    const { t, s3, a, b } = await twoServers()
    const source = await t.make.source({ section: t.saintMalo, titre: 'Baptêmes 1760' })
    expect(await sendOne(await a.as(t.rene), source.id, { images: pngOf(60, 40) })).toMatchObject({ etat: 'ajoutee' })
    for (const { deps } of [a, b]) shelve(deps, { ...s3.place, adresse: 'http://127.0.0.1:9' })
    const onB = await b.as(t.rene)
    expect((await onB.get(`/sources/${source.id}/vues/1`)).status).toBe(200)
    const away = await onB.get(`/sources/${source.id}/vues/1/image`)
    expect([away.status, away.headers.get('content-type')]).toEqual([503, 'image/svg+xml; charset=utf-8'])
    expect(away.text).toContain('Le stockage des photos ne répond pas.')
    const etat = await (await b.as(t.admin)).get('/admin/etat')
    expect([etat.status, etat.page.text]).toEqual([
      200,
      expect.stringContaining('Le stockage partagé des fichiers ne répond pas comme il devrait'),
    ])
    expect(etat.page.text).toContain('La connexion a été refusée.')
    expect((await (await a.as(t.rene)).get(`/sources/${source.id}/vues/1/image`)).status).toBe(200)
    shelve(b.deps, s3.place)
    expect((await onB.get(`/sources/${source.id}/vues/1/image`)).status).toBe(200)
  })

  test('what a storage has lost is told as lost, and a half that came is never shown', async () => {
    const { t, s3, a, b } = await twoServers()
    const source = await t.make.source({ section: t.saintMalo, titre: 'Baptêmes 1760' })
    const bytes = pngOf(600, 400)
    expect(await sendOne(await a.as(t.rene), source.id, { images: bytes })).toMatchObject({ etat: 'ajoutee' })
    const [image, onB] = [`/sources/${source.id}/vues/1/image`, await b.as(t.rene)]
    s3.site.mood.cutReadAfter = 100
    expect((await onB.get(image)).status).toBe(503)
    expect(storedFiles(b.deps.storage)).toEqual([])
    s3.site.mood.cutReadAfter = Number.POSITIVE_INFINITY
    const both = await Promise.all([onB.get(image), onB.get(image)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    rmSync(join(b.deps.storage, 'app/images'), { recursive: true })
    for (const name of s3.names()) s3.drop(name)
    expect((await onB.get(image)).status).toBe(404)
  })

  test('a month later a server keeps no copy of its own; what a row still names stays in the storage', async () => {
    const { t, s3, a, b } = await twoServers()
    const source = await t.make.source({ section: t.saintMalo, titre: 'Baptêmes 1760' })
    const [onA, onB] = [await a.as(t.rene), await b.as(t.rene)]
    await sendOne(onA, source.id, { images: pngOf(60, 40) })
    await t.db.updateTable('fichiers').set({ perdu_at: '2026-01-01T00:00:00.000Z' }).execute()
    const later = new Date(Date.now() + 32 * DAY_MS)
    await sweepPhotos(a.deps, later)
    expect([s3.names().length, storedFiles(a.deps.storage)]).toEqual([1, []])
    expect(await t.db.selectFrom('fichiers').select('perdu_at').execute()).toEqual([{ perdu_at: null }])
    for (const who of [onA, onB]) expect((await who.get(`/sources/${source.id}/vues/1/image`)).status).toBe(200)
  })
})
