// Baptisms as a file of Nimègue, and how they are sent to a served site.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { sql } from 'kysely'
import { dialectOf } from '../../src/db/dialect/index.ts'
import type { Db } from '../../src/db/schema.ts'
import { sendFolder } from '../../src/features/echanges/import/actions/folder.ts'
import { confirmImport } from '../../src/features/imports/actions/steps.ts'
import { importById } from '../../src/features/imports/queries/imports.ts'
import { installReadyTypes } from '../../src/features/types-sources/actions/models.ts'
import { untilState } from './sent-import.ts'

const NAMES = 'LE GOFF,HERVÉ,MARTIN,PETIT,ROUX,LE BŒUF,AUBRY,BLIN,GUY,RIO,DURAND,HAMON,ALLAIRE,PITON,BOSCHER'.split(',')
const FIRST = 'Marie,Anne,Jean,Pierre,Perrine,Yves,Guillemette,Julien,Mathurine,Noël,Olive,René,Rose,Luc'.split(',')

/** Names come back as in a register, each time beside others. */
const pick = (list: readonly string[], n: number): string => list[(n * 7 + (n >> 4)) % list.length] ?? ''

function line(n: number, commune: string): string {
  const date = `${String(1 + (n % 28)).padStart(2, '0')}/${String(1 + (n % 12)).padStart(2, '0')}/${1650 + (n % 140)}`
  const person = (k: number) => [pick(NAMES, n + k), pick(FIRST, n * 3 + k)]
  const cells = [
    ...['NIMEGUEV3', '', commune, '35', 'Ille-et-Vilaine', 'N', date, '', '4 E 112', `vue ${n % 300}`],
    ...[...person(0), n % 2 === 0 ? 'M' : 'F', n % 9 === 0 ? 'ondoyé' : ''],
    ...[...person(0), n % 5 === 0 ? 'décédé' : '', 'laboureur', ...person(2), '', 'fileuse'],
    ...[
      ...person(3),
      'oncle',
      ...person(4),
      'tante, de Paramé',
      n % 3 === 0 ? 'Acte en marge§relié' : '',
      String(n + 1),
    ],
  ]
  return `${cells.join(';')};`
}

/** Writes so many acts of a commune to a new folder. */
export function writeNimegue(folder: string, lines: number, commune = 'Saint-Malo'): void {
  mkdirSync(folder, { recursive: true })
  const text = Array.from({ length: lines }, (_, n) => line(n, commune)).join('\r\n')
  writeFileSync(join(folder, 'actes.TXT'), iconv.encode(`${text}\r\n`, 'win1252'))
}

const NUMBERED = ['types_sources', 'groupes', 'champs', 'lieux', 'sources', 'releves'] as const

/** The ready types, and numbers that go on after those that a corpus brought along. */
export async function readyForActs(db: Db): Promise<void> {
  const last = new Map<string, number>()
  for (const name of NUMBERED) {
    const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(name)}`.execute(db)
    last.set(name, rows[0]?.id ?? 0)
  }
  await dialectOf(db).copy.raiseIds(db, last)
  await installReadyTypes(db)
}

/** Has a folder of acts taken in by the site that serves; milliseconds of the dry run and of the writing. */
export async function importActFiles(
  { db, storage }: { db: Db; storage: string },
  dir: string,
  user: number,
): Promise<{ dry: number; writing: number }> {
  const admin = { id: user, name: 'a', email: 'a@exemple.fr', role: 'admin' as const, must_change_password: false }
  const begun = performance.now()
  const choice = { dir, user: admin, section_id: null, status: 'en_cours' as const }
  const { importId } = await sendFolder(db, storage, choice, new Date())
  const id = importId ?? 0
  await untilState(db, id, 'pret')
  const read = performance.now()
  const planned = await importById(db, id)
  if (planned) await confirmImport(db, planned, new Date())
  await untilState(db, id, 'termine')
  return { dry: read - begun, writing: performance.now() - read }
}
