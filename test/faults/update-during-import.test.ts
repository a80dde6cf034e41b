// Updates that come in the middle of an import: it goes on by itself afterwards, whichever version it is, and every line counts once.
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { confirmImport, createImport } from '../../src/features/imports/actions/steps.ts'
import type { Import } from '../../src/features/imports/kind.ts'
import { importById } from '../../src/features/imports/queries/imports.ts'
import { importFolder } from '../../src/features/imports/rules/files.ts'
import { sha256Hex } from '../../src/lib/crypto.ts'
import {
  answersBadly,
  builtTree,
  type Installed,
  installation,
  newTable,
  publish,
  serves,
  stepOf,
  versionOf,
  withMigrations,
} from '../features/mises-a-jour/delivery.ts'
import { factories } from '../support/factories.ts'
import { pause, tell } from './support.ts'

const built = builtTree()

const now = () => new Date(Date.now())

/** A received file of acts for a source of its own; its import has not begun. */
async function received({ site: { db, storage } }: Installed, lines: number) {
  const make = factories(db)
  const { id: user_id } = await make.user({ role: 'admin' })
  const source = await make.source()
  const rows = Array.from({ length: lines }, (_, n) => `12/08/1787;Acte ${n + 1}`)
  const path = join(importFolder(storage), `${source.id}.csv`)
  mkdirSync(importFolder(storage), { recursive: true })
  writeFileSync(path, ['Date de baptême;Nom', ...rows, ''].join('\r\n'))
  const file = { fichier: `${source.id}.csv`, taille: statSync(path).size, empreinte: sha256Hex(path) }
  const input = { ...file, encodage: 'utf-8', kind: 'releves', cible_id: source.id, user_id, nom_fichier: 'actes.csv' }
  return { source, begin: () => createImport(db, input, '', now()) }
}

async function reached({ site: { db } }: Installed, id: number, etat: Import['etat']): Promise<Import> {
  const find = async () => (await importById(db, id))?.etat
  await expect.poll(find, { timeout: 180_000, interval: 200 }).toBe(etat)
  return (await importById(db, id)) as Import
}

/** Updates to that version; `begin` is called once it has begun. What the import had done when nobody could write any more. */
async function updateMeanwhile(installed: Installed, importId: () => number, begin: () => Promise<unknown>) {
  const { site, versions } = installed
  let begun: Promise<unknown> | undefined
  versions.answer = (path) => {
    if (path.endsWith('.tar.gz')) begun ??= begin()
    return false
  }
  const update = installed.run(['app:update'])
  while (stepOf(installed) !== 'migration') await pause(5)
  const cut = await importById(site.db, importId())
  const { code } = await update
  await begun
  versions.answer = undefined
  return { code, cut }
}

/** A release that stays, and one from which the site comes back with the database of before. */
const ENDS = [
  { name: 'an update', version: '1.1.0', code: 0, change: () => undefined },
  { name: 'an update that is undone', version: '1.0.1', code: 1, change: answersBadly },
] as const

const inUse = async (change: (tree: string) => void) => {
  const installed = await installation(built.tree)
  const { stop } = await serves(installed)
  await publish(installed.versions, built.tree, '1.1.0', (tree) => {
    withMigrations(newTable())(tree)
    change(tree)
  })
  return { installed, db: installed.site.db, stop }
}

test.each(ENDS)(
  'an import that $name meets is applied to its end, every line once',
  async ({ code, version, change }) => {
    const LINES = 40_000
    const { installed, db, stop } = await inUse(change)
    const { source, begin } = await received(installed, LINES)
    const id = await begin()
    const planned = await reached(installed, id, 'pret')
    const end = await updateMeanwhile(
      installed,
      () => id,
      () => confirmImport(db, planned, now()),
    )
    const done = await reached(installed, id, 'termine')
    tell(`import applied, update ${code}: cut at ${end.cut?.avancement} of ${LINES}, ${done.creees} created`)
    expect([end.code, versionOf(installed), end.cut?.etat]).toEqual([code, version, 'en_cours'])
    expect(end.cut?.avancement).toBeGreaterThan(0)
    expect(done).toMatchObject({ creees: LINES, modifiees: 0, inchangees: 0, refusees: 0, erreur: null })
    const rows = await db.selectFrom('releves').select('nom').where('source_id', '=', source.id).execute()
    expect([rows.length, new Set(rows.map(({ nom }) => nom)).size]).toEqual([LINES, LINES])
    const counted = db.selectFrom('sources').select('nb_releves').where('id', '=', source.id)
    expect((await counted.executeTakeFirstOrThrow()).nb_releves).toBe(LINES)
    await stop()
  },
  300_000,
)

test.each(ENDS)(
  'a dry run that $name meets counts every line once',
  async ({ code, version, change }) => {
    const LINES = 150_000
    const { installed, stop } = await inUse(change)
    const { begin } = await received(installed, LINES)
    let id = 0
    const beginLate = async () => {
      id = await begin()
    }
    const end = await updateMeanwhile(installed, () => id, beginLate)
    const done = await reached(installed, id, 'pret')
    tell(`dry run, update ${code}: cut as « ${end.cut?.etat} », ${done.a_creer} of ${LINES} planned`)
    expect([end.code, versionOf(installed), end.cut?.etat]).toEqual([code, version, 'analyse'])
    expect(done).toMatchObject({ nb_lignes: LINES, a_creer: LINES, refusees: 0, erreur: null })
    await stop()
  },
  300_000,
)
