// The page that sets the copies elsewhere up, as an administrator uses it, and the night that follows; on both engines.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { sendCopy } from '../../../../src/features/sauvegardes/ailleurs/actions/copy.ts'
import { fetchCopy } from '../../../../src/features/sauvegardes/ailleurs/actions/fetch.ts'
import { copyName, siteMark } from '../../../../src/features/sauvegardes/ailleurs/rules/remote-names.ts'
import { elsewhereHandlers, type RunElsewhere } from '../../../../src/features/sauvegardes/ailleurs/task.ts'
import { backupMailHandlers } from '../../../../src/features/sauvegardes/mails.tsx'
import { backupName } from '../../../../src/features/sauvegardes/rules/names.ts'
import { backupHandlers, nightlyBackup } from '../../../../src/features/sauvegardes/task.ts'
import { restartTasks } from '../../../../src/features/taches/actions.ts'
import { runTasks } from '../../../../src/features/taches/loop.ts'
import { AppError } from '../../../../src/lib/errors.ts'
import { type TestApp, testApp, type Visitor } from '../../../support/app.ts'
import { useFastPasswords } from '../../../support/argon2.ts'
import { PASSWORD } from '../../../support/characters.ts'
import { squeeze } from '../../../support/html.ts'
import { PHRASE } from '../../../support/places/settings.ts'
import { sftpServer } from '../../../support/places/sftp.ts'
import { webdavServer } from '../../../support/places/webdav.ts'
import { smtpSink } from '../../../support/smtp.ts'

useFastPasswords()

const PATH = '/parametres/sauvegardes/ailleurs'
const DAY_MS = 86_400_000

let t: TestApp
let admin: Visitor

beforeEach(async () => {
  t = await testApp()
  admin = await t.as(t.admin)
  // Days after the log-in, an unattended screen: the password is asked for.
  await t.db.updateTable('sessions').set({ prouve_at: null }).execute()
})

const place = () => t.deps.settings.read().ailleurs

/** The form as a person fills it for the WebDAV folder of a host. */
const typed = (adresse: string, others: Record<string, string> = {}) => ({
  ...{ sorte: 'webdav', adresse, identifiant: 'asso', secret: 'mot de passe du stockage' },
  ...{ phrase: PHRASE, phrase_encore: PHRASE, chaque_nuit: '1', preuve: PASSWORD },
  ...others,
})

const addBackup = (origine: 'quotidienne' | 'manuelle' = 'quotidienne') => {
  const folder = join(t.deps.storage, 'app', 'backups')
  mkdirSync(folder, { recursive: true })
  const name = backupName(t.deps.clock(), origine)
  writeFileSync(join(folder, name), 'une sauvegarde')
  return name
}

/** Does the work in this process, as the process beside would. */
const here: RunElsewhere = async (work) => {
  const ailleurs = place()
  if (!ailleurs) throw new AppError('conflit', 'La copie ailleurs n’est plus réglée.')
  const { storage, clock, secret } = t.deps
  const site = { storage, keep: 5, nightly: { jours: 7, semaines: 4, mois: 6 }, clock, marque: siteMark(secret) }
  if (work.quoi === 'envoi') return sendCopy(site, ailleurs, { workFactor: 10 })
  const { name, taille } = await fetchCopy(t.deps.storage, ailleurs, work.nom)
  return { fichier: name, taille }
}

test('what is mistyped is told beside its field, and nothing is kept', async () => {
  const errors = async (fields: Record<string, string>) => {
    const answer = await admin.post(PATH, typed('https://nuage.exemple.fr/copies/', fields))
    expect([answer.status, place()]).toEqual([422, null])
    return answer.page.all('p.erreur').map((line) => squeeze(line.text))
  }
  expect(await errors({ phrase: 'courte', phrase_encore: 'courte' })).toEqual([expect.stringContaining('au moins 16')])
  expect(await errors({ phrase_encore: `${PHRASE}!` })).toEqual(['Les deux phrases ne sont pas les mêmes.'])
  expect(await errors({ phrase: '', phrase_encore: '' })).toEqual([expect.stringContaining('au moins 16')])
  expect(await errors({ adresse: 'http://nuage.exemple.fr/' })).toEqual([expect.stringContaining('« https »')])
  expect(await errors({ adresse: 'https://moi:secret@nuage.exemple.fr/' })).toEqual([
    expect.stringContaining('sans identifiant'),
  ])
  expect(await errors({ adresse: 'https://169.254.169.254/' })).toEqual([expect.stringContaining('réservée')])
  expect(await errors({ identifiant: '', secret: '' })).toEqual(['Indiquez l’identifiant de ce compte.'])
  expect(await errors({ secret: '' })).toEqual([expect.stringContaining('mot de passe, ou la clé')])
  expect(await errors({ sorte: 'sftp', adresse: 'sftp://hote', port: '99999' })).toHaveLength(2)
  expect(await errors({ sorte: 'sftp', adresse: 'hote.fr', dossier: '../..', cle_hote: 'MD5:aa' })).toHaveLength(2)
  expect(await errors({ sorte: 's3', adresse: 'https://s3.exemple.fr', seau: 'é', region: '' })).toHaveLength(2)
  expect(await errors({ sorte: 'ftp' })).toEqual([])
  expect(await errors({ preuve: 'faux' })).toEqual([expect.any(String)])
  expect(t.failures).toEqual([])
})

test('set up, tried, copied, brought back; its secrets are on no page, and stay when their fields are left empty', async () => {
  const dav = await webdavServer()
  const { adresse } = dav.place
  expect((await admin.get(PATH)).page.text).toContain('Où copier')
  expect((await admin.follow(await admin.post(PATH, typed(adresse)))).page.text).toContain('Copie ailleurs enregistrée')
  expect(place()).toMatchObject({ sorte: 'webdav', adresse, phrase: PHRASE, chaque_nuit: true })
  expect(squeeze((await admin.post(`${PATH}/essai`)).page.text)).toContain('L’essai a réussi')
  expect(dav.names()).toEqual([])
  const early = await admin.post(`${PATH}/copier`)
  expect([early.status, early.page.text]).toEqual([422, expect.stringContaining('pas encore de sauvegarde à copier')])
  const name = addBackup()
  expect((await admin.follow(await admin.post(`${PATH}/copier`))).page.text).toContain('La copie va être faite.')
  expect((await admin.follow(await admin.post(`${PATH}/copier`))).page.text).toContain('déjà en cours')
  await runTasks(t.deps, elsewhereHandlers(here))
  expect(dav.names()).toEqual([expect.stringContaining(`${name}.${siteMark(t.deps.secret)}-`)])
  expect((await admin.get(PATH)).page.text).toContain(dav.names()[0])
  expect((await admin.get('/parametres/sauvegardes')).page.text).toContain('Dernière copie')
  const pages = [
    PATH,
    `${PATH}?sorte=s3`,
    `${PATH}/copies`,
    `${PATH}/fiche`,
    `${PATH}/supprimer`,
    '/admin/journal',
    '/admin/taches',
  ]
  for (const page of pages) {
    const { status, text } = await admin.get(page)
    expect([page, status, text.includes(PHRASE), text.includes('mot de passe du stockage')]).toEqual([
      page,
      200,
      false,
      false,
    ])
  }
  // Saved again with nothing typed in the fields of secrets.
  const kept = { secret: '', phrase: '', phrase_encore: '' }
  expect((await admin.post(PATH, typed(adresse, kept))).status).toBe(303)
  expect(place()).toMatchObject({ secret: 'mot de passe du stockage', phrase: PHRASE })
  // To another server they do not go.
  const other = await admin.post(PATH, typed('https://ailleurs.exemple.fr/', kept))
  expect([other.status, squeeze(other.page.text)]).toEqual([422, expect.stringContaining('tapez de nouveau ce secret')])
  expect(place()?.adresse).toBe(adresse)
  expect(t.failures).toEqual([])
})

test('a form that another administrator overtook is refused, and switching off asks for the password', async () => {
  await admin.post(PATH, typed('https://a.exemple.fr/'))
  const etat = (await admin.get(PATH)).page.one('input[name=etat]').getAttribute('value') ?? ''
  await admin.post(PATH, typed('https://b.exemple.fr/'))
  const late = await admin.post(PATH, typed('https://c.exemple.fr/', { etat }))
  expect([late.status, squeeze(late.page.text)]).toEqual([409, expect.stringContaining('Un autre administrateur')])
  expect(place()?.adresse).toBe('https://b.exemple.fr/')
  await t.db.updateTable('sessions').set({ prouve_at: null }).execute()
  expect((await admin.post(`${PATH}/supprimer`)).status).toBe(422)
  expect((await admin.post(`${PATH}/supprimer`, { preuve: 'faux' })).status).toBe(422)
  expect(place()).not.toBeNull()
  expect((await admin.post(`${PATH}/supprimer`, { preuve: PASSWORD })).status).toBe(303)
  expect(place()).toBeNull()
})

test('the key of an SFTP server is kept at the first test, and another one is refused', async () => {
  const [first, second] = [await sftpServer(), await sftpServer()]
  const sftp = (port: number, others = {}) =>
    typed('127.0.0.1', { sorte: 'sftp', port: String(port), dossier: '/copies', ...others })
  await admin.post(PATH, sftp(first.place.port))
  addBackup()
  // Before the first test nothing is sent.
  await admin.post(`${PATH}/copier`)
  await runTasks(
    t.deps,
    elsewhereHandlers(async (work, watched) => here(work, watched).catch(refusing)),
  )
  expect(squeeze((await admin.get(PATH)).page.text)).toContain('La clé de ce serveur n’est pas encore connue')
  const trial = squeeze((await admin.post(`${PATH}/essai`)).page.text)
  expect(trial).toMatch(/L’essai a réussi.* La clé du serveur est retenue : SHA256:/)
  const key = place()?.cle_hote
  expect(trial).toContain(key)
  // Another server answers at the address: as if somebody had come between.
  t.deps.settings.write(({ ailleurs }) => ({ ailleurs: ailleurs && { ...ailleurs, port: second.place.port } }))
  const wrong = await admin.post(`${PATH}/essai`)
  expect([wrong.status, squeeze(wrong.page.text)]).toEqual([
    422,
    expect.stringContaining('n’est pas celle qui est enregistrée'),
  ])
  expect([place()?.cle_hote, second.names()]).toEqual([key, []])
  // An administrator who moves to another port on purpose has it read anew.
  t.deps.settings.write(({ ailleurs }) => ({ ailleurs: ailleurs && { ...ailleurs, port: first.place.port } }))
  await admin.post(PATH, sftp(second.place.port, { cle_hote: key ?? '' }))
  expect(place()?.cle_hote).toBe('')
})

const refusing = (error: unknown): never => {
  throw new AppError('conflit', error instanceof Error ? error.message : '')
}

const FULL: RunElsewhere = () => Promise.reject(new AppError('conflit', 'Il n’y a plus de place là-bas.'))

/** A site with mail and a place elsewhere, its nights, and its clock. */
async function nights() {
  const [sink, dav] = [await smtpSink(), await webdavServer()]
  t.deps.settings.write({ smtp: sink.settings, public_origin: 'https://releves.test', ailleurs: dav.place })
  let now = t.deps.clock().getTime()
  t.deps.clock = () => new Date(now)
  const later = (days: number) => {
    now += days * DAY_MS
  }
  const work = async (run: RunElsewhere) => {
    await runTasks(t.deps, elsewhereHandlers(run))
    await runTasks(t.deps, backupMailHandlers(t.deps))
  }
  const night = async (run: RunElsewhere) => {
    later(1)
    await nightlyBackup(t.db, t.deps.clock())
    await runTasks(
      t.deps,
      backupHandlers(async () => void addBackup()),
    )
    await work(run)
  }
  await nightlyBackup(t.db, t.deps.clock())
  return { sink, dav, later, work, night }
}

test('a night is copied after its backup; a failure is mailed once', async () => {
  const { sink, dav, work, night } = await nights()
  await night(here)
  expect([dav.names().length, sink.received.length]).toEqual([1, 0])
  await night(FULL)
  expect(sink.received.map(({ to }) => to)).toEqual([[t.admin.email]])
  const { subject, text } = sink.received[0]?.email ?? {}
  expect([subject, squeeze(text ?? '')]).toEqual([
    expect.stringContaining('La copie ailleurs a échoué'),
    expect.stringMatching(
      /plus de place là-bas\..*La dernière copie est du.*releves\.test\/parametres\/sauvegardes\/ailleurs/,
    ),
  ])
  await restartTasks(t.db, 'garees', t.deps.clock())
  await work(FULL)
  expect(sink.received).toHaveLength(1)
  // Without the box nothing follows a night.
  t.deps.settings.write({ ailleurs: { ...dav.place, chaque_nuit: false } })
  await night(FULL)
  const parked = t.db.selectFrom('taches').select('id').where('etat', '=', 'garee')
  expect(await parked.where('kind', '=', 'sauvegarde.ailleurs').execute()).toHaveLength(1)
})

test('a failure, and days without a copy, stand where administrators look until a copy arrives', async () => {
  const { later, night } = await nights()
  await night(FULL)
  admin = await t.as(t.admin)
  for (const page of ['/', '/admin', '/parametres/sauvegardes', PATH])
    expect(squeeze((await admin.get(page)).page.text)).toMatch(
      /La copie ailleurs du .* n’a pas pu être faite\. Il n’y a plus de place/,
    )
  await night(here)
  expect((await admin.get('/')).page.text).not.toContain('n’a pas pu être faite')
  later(5)
  admin = await t.as(t.admin)
  expect(squeeze((await admin.get('/')).page.text)).toContain('Aucune copie ailleurs depuis 5 jours')
})

test('what a clock years ahead has written hides no failure, no delay and no mail of today', async () => {
  const { sink, later, night } = await nights()
  await night(here)
  later(5 * 365)
  await night(here)
  await night(FULL)
  expect(sink.received).toHaveLength(1)
  // The clock is right again.
  later(-5 * 365)
  await night(FULL)
  expect(sink.received).toHaveLength(2)
  expect(sink.received[1]?.email.text).not.toMatch(/203\d/)
  const first = async () => squeeze((await admin.get('/')).page.text)
  admin = await t.as(t.admin)
  expect(await first()).toContain('n’a pas pu être faite')
  await night(here)
  expect(await first()).not.toContain('n’a pas pu être faite')
  later(5)
  admin = await t.as(t.admin)
  expect(await first()).toContain('Aucune copie ailleurs depuis 5 jours')
})

test('a copy is brought back from the list, once; a name that is none is refused', async () => {
  const dav = await webdavServer()
  t.deps.settings.write({ ailleurs: dav.place })
  expect((await admin.get(`${PATH}/copies`)).page.text).toContain('Aucune copie là-bas')
  dav.put('releves-20261120-020000-quotidienne.tar.age', 'age-encryption.org/v1\nabîmée')
  const list = await admin.get(`${PATH}/copies`)
  expect(squeeze(list.page.text)).toContain('Rapporter')
  for (const nom of ['', '../config.json', 'photo.jpg']) await admin.post(`${PATH}/copies`, { nom })
  expect(await t.db.selectFrom('taches').select('id').execute()).toEqual([])
  await admin.post(`${PATH}/copies`, { nom: 'releves-20261120-020000-quotidienne.tar.age' })
  await runTasks(t.deps, elsewhereHandlers(here))
  expect(squeeze((await admin.get(`${PATH}/copies`)).page.text)).toContain('ou la copie est abîmée')
  expect(existsSync(join(t.deps.storage, 'app/backups/releves-20261120-020000-quotidienne.tar'))).toBe(false)
  // A copy of another site is told apart, though a backup of its name is here; those without a mark may be either's from then on.
  dav.put(copyName(addBackup(), siteMark('un autre secret')), 'à l’autre site')
  dav.put(copyName('releves-20261119-020000-quotidienne.tar', siteMark(t.deps.secret)), 'à nous')
  const mixed = await admin.get(`${PATH}/copies`)
  expect(mixed.page.all('tbody tr').map((row) => squeeze(row.querySelector('th')?.text ?? ''))).toEqual([
    ...[expect.stringMatching(/autre site$/), expect.stringMatching(/autre site$/)],
    expect.not.stringContaining('autre site'),
  ])
  expect(mixed.page.all('tbody button')).toHaveLength(3)
  expect(mixed.page.text).toContain('ne sont jamais retirées d’ici')
  dav.site.sentTo = 'http://127.0.0.1:1/'
  expect(squeeze((await admin.get(`${PATH}/copies`)).page.text)).toContain('renvoie à une autre adresse')
})
