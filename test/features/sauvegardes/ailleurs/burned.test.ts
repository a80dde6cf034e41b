// A server that burned: what its copy elsewhere brings back, by commands, in another folder and with nothing but what the sheet says.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { settingsStore } from '../../../../src/features/parametres/store.ts'
import { backupsFolder, listBackups, makeBackup } from '../../../../src/features/sauvegardes/actions/backups.ts'
import { sendCopy } from '../../../../src/features/sauvegardes/ailleurs/actions/copy.ts'
import { tryPlace } from '../../../../src/features/sauvegardes/ailleurs/actions/trial.ts'
import { backupIn, copyName, siteMark } from '../../../../src/features/sauvegardes/ailleurs/rules/remote-names.ts'
import type { Elsewhere } from '../../../../src/lib/elsewhere.ts'
import { silentLog } from '../../../../src/lib/log.ts'
import { runElsewhereProcess } from '../../../../src/process/elsewhere-process.ts'
import { isPostgres } from '../../../support/db.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { squeeze } from '../../../support/html.ts'
import { PHRASE } from '../../../support/places/settings.ts'
import { sftpServer } from '../../../support/places/sftp.ts'
import { webdavServer } from '../../../support/places/webdav.ts'
import { built, releve } from '../../../support/process.ts'
import { postgresDatabase } from '../../../support/shared-db.ts'
import { isThorough } from '../../../support/thorough.ts'
import { contentAt } from '../../mises-a-jour/support.ts'
import { siteCopiedTo } from './installed-support.ts'

vi.setConfig({ testTimeout: 90_000 })

const SECRET = 'x'.repeat(64)

const installedSite = (ailleurs: Elsewhere) => siteCopiedTo(ailleurs, SECRET)

/** The environment of a command that tells a place. */
const told = ({ port, ...place }: Elsewhere): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...place, port: port === 0 ? '' : String(port), par_chemin: '1', chaque_nuit: '' }).map(
      ([name, value]) => [`COPIE_${name.toUpperCase()}`, String(value)],
    ),
  )

test('from a copy elsewhere alone the site is back on a new machine, and copies nothing there before somebody says so', async () => {
  const { place, names, put } = await webdavServer()
  const site = await installedSite(place)
  await makeBackup(site, 'quotidienne')
  const sent = await releve(['copie:envoyer'], site.storage)
  expect([sent.code, squeeze(sent.out)]).toEqual([
    0,
    expect.stringMatching(/^Copiée et relue .*\.tar\.[a-z2-7]{8}-[a-z2-7]{7}\.age/),
  ])
  expect(names()).toHaveLength(1)
  const list = await releve(['copie:liste'], site.storage)
  expect([list.code, list.err, list.out]).toEqual([0, '', expect.stringContaining(names()[0] ?? '')])
  const journal = await site.db.selectFrom('journal').select('detail').where('action', '=', 'copie.ailleurs').execute()
  expect(journal).toHaveLength(1)
  const fresh = temporaryFolder()
  const url = isPostgres ? await postgresDatabase() : `sqlite:${join(fresh, 'database.sqlite')}`
  const to = isPostgres ? ['--database', url] : []
  const mistyped = await releve(['copie:restaurer', ...to], fresh, '', { ...told(place), COPIE_PHRASE: `${PHRASE}!` })
  expect([mistyped.code, mistyped.err]).toEqual([1, expect.stringContaining('La phrase secrète n’est pas celle')])
  expect([listBackups(fresh), existsSync(join(fresh, 'installed'))]).toEqual([[], false])
  const back = await releve(['copie:restaurer', ...to], fresh, '', told(place))
  expect([back.err, back.code]).toEqual([expect.any(String), 0])
  expect(squeeze(back.out)).toMatch(/300 relevés, 8 sources.*La copie de chaque nuit est arrêtée ici/)
  expect(await contentAt(url)).toEqual(await contentAt(site.address))
  const { secret } = JSON.parse(readFileSync(join(fresh, 'config.json'), 'utf8'))
  expect(secret).not.toBe(SECRET)
  expect(settingsStore(fresh, silentLog, secret).read().ailleurs).toEqual({
    ...place,
    chaque_nuit: false,
    par_chemin: false,
    // Once the box is ticked here, this machine takes the place of the other: its copies are this one's.
    marque: siteMark(SECRET),
  })
  // Another site copies there, too: which copy is meant has to be told.
  put(copyName('releves-20991231-020000-quotidienne.tar', siteMark('un autre secret')), 'x')
  const unsure = await releve(['copie:restaurer', ...to], temporaryFolder(), '', told(place))
  expect([unsure.code, unsure.err]).toEqual([1, expect.stringContaining('Plusieurs sites copient à cet endroit')])
})

// Nothing of the rest is another on PostgreSQL.
test.skipIf(isPostgres)('a command that is told nothing, or half of it, says what it needs', async () => {
  const fresh = temporaryFolder()
  const nothing = await releve(['copie:restaurer'], fresh)
  expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining('COPIE_SORTE')])
  const half = await releve(['copie:liste'], fresh, '', { COPIE_SORTE: 's3', COPIE_CLE_PRIVEE: '' })
  expect([half.code, half.err]).toEqual([2, expect.stringMatching(/COPIE_ADRESSE.*[\s\S]*COPIE_SEAU/)])
  const { place } = await sftpServer()
  const unknown = await releve(['copie:liste'], fresh, '', told(place))
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringMatching(/pas encore connue.*SHA256:/)])
})

test.skipIf(isPostgres)('the process beside sends and brings back, and is gone when it is broken off', async () => {
  const { place, names, site: there } = await webdavServer()
  const site = await installedSite(place)
  const { name } = await makeBackup(site, 'quotidienne')
  vi.stubEnv('STORAGE_DIR', site.storage)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const run = runElsewhereProcess(SECRET)
  const watched = { signal: new AbortController().signal, progress: () => undefined }
  expect(await run({ quoi: 'envoi' }, watched)).toMatchObject({
    fichier: expect.stringContaining(`${name}.${siteMark(SECRET)}-`),
  })
  there.mood = { isSilent: true }
  const stop = new AbortController()
  const broken = run({ quoi: 'envoi' }, { signal: stop.signal, progress: (percent) => percent > 0 && stop.abort() })
  await expect(broken).rejects.toThrow()
  there.mood = {}
  await expect(run({ quoi: 'rapport', nom: 'releves-20200101-000000-manuelle.tar.age' }, watched)).rejects.toThrow(
    'Cette copie n’est plus là-bas.',
  )
  expect(names().map(backupIn)).toContain(name)
  // A secret of another machine: the settings cannot be opened, and nothing leaves.
  await expect(runElsewhereProcess('autre')({ quoi: 'envoi' }, watched)).rejects.toThrow('plus réglée')
})

/** Runs a command at a terminal, and answers each question when it is there. Returns what the screen showed, and the status. */
function atTerminal(command: string, answers: readonly string[], env: Record<string, string>) {
  const child = spawn('script', ['-qec', command, '/dev/null'], { env: { ...process.env, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const left = [...answers]
  let screen = ''
  let answered = ''
  child.stdout.on('data', (bytes) => {
    screen += bytes
    const seen = stripVTControlCharacters(screen)
    if (seen === answered || !seen.endsWith('\u00a0: ')) return
    answered = seen
    child.stdin.write(`${left.shift() ?? ''}\n`)
  })
  return new Promise<{ screen: string; code: number | null }>((resolve) =>
    child.on('close', (code) => resolve({ screen, code })),
  )
}

test.runIf(isThorough && !isPostgres)(
  'at a terminal each question stays to be read, secrets are not shown, and the site is back',
  async () => {
    const { place } = await sftpServer()
    const { cleHote = '' } = await tryPlace(place)
    const site = await installedSite(place)
    await makeBackup(site, 'quotidienne')
    await sendCopy({ ...site, marque: siteMark(SECRET) }, { ...place, cle_hote: cleHote })
    const fresh = temporaryFolder()
    const answers = ['sftp', place.adresse, String(place.port), place.dossier, place.identifiant, '', place.secret, '']
    const { screen, code } = await atTerminal(
      `${process.execPath} ${built('src/cli.ts')} copie:restaurer`,
      [...answers, PHRASE, 'oui'],
      {
        STORAGE_DIR: fresh,
      },
    )
    // Where a line was erased, what came after it is all that can be read.
    const seen = screen.split('\n').map((line) => stripVTControlCharacters(line.split('\u001b[0J').at(-1) ?? '').trim())
    expect([code, seen]).toEqual([0, expect.arrayContaining(['Sorte de stockage (sftp, webdav ou s3)\u00a0: sftp'])])
    expect(seen).toContain(`Identifiant, ou clé d’accès\u00a0: ${place.identifiant}`)
    expect(screen).not.toContain(place.secret)
    expect(screen).not.toContain(PHRASE)
    expect(screen).not.toMatch(/ne voyagent pas|sealed settings/)
  },
)

const hasAge = spawnSync('age', ['--version']).status === 0

test.runIf(isThorough && !isPostgres && hasAge)(
  'the program age opens a copy with the passphrase, without us',
  async () => {
    const { place, names, bytes } = await webdavServer()
    const site = await installedSite(place)
    const { name } = await makeBackup(site, 'quotidienne')
    await sendCopy({ ...site, marque: siteMark(SECRET) }, place)
    const folder = temporaryFolder()
    mkdirSync(folder, { recursive: true })
    const copy = join(folder, names()[0] ?? '')
    writeFileSync(copy, bytes(names()[0] ?? '') ?? '')
    const tar = join(folder, 'sauvegarde.tar')
    // It asks at the terminal alone: `script` gives it one.
    execFileSync('script', ['-qec', `age -d -o ${tar} ${copy}`, '/dev/null'], {
      input: `${PHRASE}\n`,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    expect(readFileSync(tar).equals(readFileSync(join(backupsFolder(site.storage), name)))).toBe(true)
  },
)

test.skipIf(isPostgres)(
  'the settings file holds none of the secrets, and the export of everything neither',
  async () => {
    const { place } = await webdavServer()
    const site = await installedSite({ ...place, cle_privee: '-----BEGIN OPENSSH PRIVATE KEY-----' })
    const file = readFileSync(join(site.storage, 'app', 'settings.json'), 'utf8')
    const folder = join(temporaryFolder(), 'tout')
    expect((await releve(['export:tout', folder], site.storage)).code).toBe(0)
    for (const secret of [PHRASE, place.secret, 'BEGIN OPENSSH'])
      expect([file.includes(secret), spawnSync('grep', ['-rqF', secret, folder]).status]).toEqual([false, 1])
  },
)
