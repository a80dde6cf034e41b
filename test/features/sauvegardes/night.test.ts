// A night that fails: who is told, how often, and what stands on the dashboard the next morning.
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actorWithout } from '../../../src/features/journal/actions.ts'
import { backupMailHandlers } from '../../../src/features/sauvegardes/mails.tsx'
import { backupName } from '../../../src/features/sauvegardes/rules/names.ts'
import { askForBackup, backupHandlers, nightlyBackup, type RunBackup } from '../../../src/features/sauvegardes/task.ts'
import { restartTasks } from '../../../src/features/taches/actions.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { AppError } from '../../../src/lib/errors.ts'
import { hold } from '../../../src/lib/held-file.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { replaceFiles } from '../../support/builtins.ts'
import { squeeze } from '../../support/html.ts'
import { smtpSink } from '../../support/smtp.ts'

/** Says how much of the disk is free, of a hundred blocks of a gigabyte; undefined for the real one. */
let free: number | undefined
const real = statfsSync

function told(path: string) {
  return free === undefined ? real(path) : { ...real(path), bavail: free, blocks: 100, bsize: 1_000_000_000 }
}

replaceFiles({ statfsSync: told as typeof statfsSync })

function disk(blocks: number | undefined): void {
  free = blocks
}

const DAY_MS = 86_400_000

const FULL: RunBackup = () => Promise.reject(new AppError('conflit', 'Le disque du serveur est plein.'))
const WELL: RunBackup = () => Promise.resolve()

/** The night as the site does it: the task that is due, then the mails of it. */
async function night(t: TestApp, run: RunBackup): Promise<void> {
  await nightlyBackup(t.db, t.deps.clock())
  await runTasks(t.deps, backupHandlers(run))
  await runTasks(t.deps, backupMailHandlers(t.deps))
}

async function siteWithMail() {
  const t = await testApp()
  const sink = await smtpSink()
  t.deps.settings.write({ smtp: sink.settings, public_origin: 'https://releves.test' })
  mkdirSync(t.deps.storage, { recursive: true })
  let now = t.deps.clock().getTime()
  t.deps.clock = () => new Date(now)
  const later = (ms: number) => {
    now += ms
  }
  // The first time ever it is nobody's turn.
  await nightlyBackup(t.db, t.deps.clock())
  return { t, sink, later }
}

test('a night that fails is mailed to the administrators, once, and stands on their dashboard', async () => {
  const { t, sink, later } = await siteWithMail()
  disk(50)
  later(DAY_MS)
  await night(t, FULL)
  expect(sink.received.map(({ to }) => to)).toEqual([[t.admin.email]])
  const mail = sink.received[0]?.email
  expect(mail?.subject).toContain('La sauvegarde de la nuit a échoué')
  expect(squeeze(mail?.text ?? '')).toMatch(
    /Le disque du serveur est plein\..*aucune sauvegarde.*https:\/\/releves\.test\/parametres\/sauvegardes/,
  )
  // Tried again by an administrator, it fails again: no second mail.
  await restartTasks(t.db, 'garees', t.deps.clock())
  await night(t, FULL)
  expect(sink.received).toHaveLength(1)
  const [admin, rene] = [await t.as(t.admin), await t.as(t.rene)]
  expect(squeeze((await admin.get('/')).page.text)).toMatch(
    /La sauvegarde du .* n’a pas pu être faite\. Le disque du serveur est plein\./,
  )
  expect((await rene.get('/')).page.text).not.toContain('sauvegarde')
  later(DAY_MS)
  await night(t, FULL)
  expect(sink.received).toHaveLength(2)
  later(DAY_MS)
  await night(t, WELL)
  expect(sink.received).toHaveLength(2)
  expect((await admin.get('/')).page.text).not.toContain('n’a pas pu être faite')
  disk(undefined)
})

test('a backup that was made since by whatever way takes the warning away', async () => {
  const { t, later } = await siteWithMail()
  later(DAY_MS)
  await night(t, FULL)
  const admin = await t.as(t.admin)
  expect((await admin.get('/')).page.text).toContain('n’a pas pu être faite')
  const folder = join(t.deps.storage, 'app', 'backups')
  mkdirSync(folder, { recursive: true })
  later(60_000)
  writeFileSync(join(folder, backupName(t.deps.clock(), 'manuelle')), '')
  expect((await admin.get('/')).page.text).not.toContain('n’a pas pu être faite')
})

test('a disk with less than a tenth free is mailed by the backup of the night, once; one with a tenth is not', async () => {
  const { t, sink, later } = await siteWithMail()
  later(DAY_MS)
  disk(10)
  await night(t, WELL)
  expect(sink.received).toHaveLength(0)
  later(DAY_MS)
  disk(9)
  await night(t, WELL)
  expect(sink.received.map(({ email }) => [email.subject, squeeze(email.text ?? '')])).toEqual([
    [expect.stringContaining('disque du serveur est presque plein'), expect.stringMatching(/que 9 Go sur le disque/)],
  ])
  await night(t, WELL)
  expect(sink.received).toHaveLength(1)
  disk(undefined)
})

test('while another backup is made, by an update for one, that of the night waits and nobody is told', async () => {
  const { t, sink, later } = await siteWithMail()
  mkdirSync(join(t.deps.storage, 'app', 'backups'), { recursive: true })
  const release = hold(join(t.deps.storage, 'app', 'backups', '.verrou'))
  later(DAY_MS)
  await night(t, () => Promise.reject(new AppError('conflit', 'Une sauvegarde est déjà en cours.')))
  const states = async () => (await t.db.selectFrom('taches').select('etat').execute()).map(({ etat }) => etat)
  expect([await states(), sink.received]).toEqual([['attente'], []])
  release?.()
  later(60_000)
  await night(t, WELL)
  expect([await states(), sink.received]).toEqual([['faite'], []])
})

test('without mail nothing is written, nor for a backup that somebody asked for', async () => {
  const { t, sink, later } = await siteWithMail()
  await askForBackup(t.db, actorWithout(null), t.deps.clock())
  await runTasks(t.deps, backupHandlers(FULL))
  t.deps.settings.write({ smtp: null })
  later(DAY_MS)
  await night(t, FULL)
  const mails = await t.db.selectFrom('taches').select('id').where('kind', 'like', 'courriel%').execute()
  expect([mails, sink.received]).toEqual([[], []])
  expect((await (await t.as(t.admin)).get('/')).page.text).toContain('Le disque du serveur est plein.')
})
