// A file of acts, and the least that can be done with it: what the benches of records compare with.

import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { parse } from 'csv-parse'
// biome-ignore lint/style/noRestrictedImports: the floor is the driver alone
import pg from 'pg'
import { sqliteConnection } from '../../src/db/dialect/sqlite/driver.ts'
import { daySinceYear1 } from '../../src/lib/calendar.ts'
import { sortKey, words } from '../../src/lib/text.ts'

const HEADER = 'Date de baptême;Nom;Prénoms;Sexe;Ondoyé;Numéro d’acte;Domicile;Notes'

const SYLLABLES = ['le', 'bri', 'ker', 'go', 'man', 'dou', 'ro', 'tré', 'guen', 'bo', 'lan', 'vi', 'mor', 'pen', 'sau']
const GIVEN = ['Anne', 'Marie', 'Jean', 'Pierre', 'Jeanne', 'Julien', 'Perrine', 'François', 'Gilles', 'Guillemette']

/** Names as a register has them: some thousands, some often, most rarely; the same at each run. */
function surname(n: number): string {
  const k = Math.floor((n * 2_654_435_761) % 4096)
  const parts = [k % 15, Math.floor(k / 15) % 15, Math.floor(k / 225) % 15].map((i) => SYLLABLES[i] ?? '')
  const name = parts.join('')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function line(n: number): string {
  const date = `${String((n % 28) + 1).padStart(2, '0')}/${String((n % 12) + 1).padStart(2, '0')}/${1700 + (n % 90)}`
  const given = `${GIVEN[n % 10]} ${GIVEN[(n * 7) % 10]}`
  const note =
    n % 4 === 0 ? `Parrain ${GIVEN[n % 7]} ${surname(n + 5)}, marraine ${GIVEN[n % 9]} ${surname(n + 9)}` : ''
  return [date, surname(n), given, n % 2 ? 'M' : 'F', n % 9 ? '' : 'Oui', n, `Village ${n % 200}`, note].join(';')
}

/** A file of baptisms as the export writes them. */
export async function writeActs(file: string, count: number): Promise<void> {
  const out = createWriteStream(file)
  out.write(`\ufeff${HEADER}\r\n`)
  for (let n = 0; n < count; n += 1) if (!out.write(`${line(n)}\r\n`)) await once(out, 'drain')
  out.end()
  await once(out, 'finish')
}

/** The floor stores the rows that ours leaves in tables and indexes, without checking anything. */
function bareRows(cells: Record<string, string>, n: number, source: number, at: string) {
  const [day = '', month = '', year = ''] = (cells['Date de baptême'] ?? '').split('/')
  const iso = `${year}-${month}-${day}`
  const data = JSON.stringify({
    date_evenement: { valeur: iso, calendrier: 'gregorien', iso },
    nom: cells.Nom,
    prenom: cells.Prénoms,
    sexe: cells.Sexe,
    numero: Number(cells['Numéro d’acte']),
    domicile: { id: (n % 200) + 1, nom_long: cells.Domicile },
    notes: cells.Notes || undefined,
  })
  const texts = [cells.Nom, cells.Prénoms, `${cells.Domicile} ${cells.Notes}`].map((text) =>
    words(text ?? '').join(' '),
  )
  const jour = daySinceYear1(iso)
  const marks = ['§na', '§pa'].flatMap((mark, i) => (texts[i] ?? '').split(' ').map((word) => `${mark}${word}`))
  texts.push([`§s${source}`, ...marks].join(' '))
  const mots = [...new Set([...texts.slice(0, 3).flatMap((text) => text.split(' ')), ...marks])]
  const valeurs = [cells.Nom, cells.Prénoms].map((text) => ({ cle: sortKey(text ?? ''), valeur: text }))
  return { releve: [source, data, '{}', at, at], version: [n + 1, source, data, at], jour, texts, mots, valeurs }
}

const RELEVE = 'insert into releves (source_id, data, etats, created_at, updated_at) values'
const VERSION = 'insert into releve_versions (releve_id, source_id, version, operation, data, created_at) values'

const VALEUR = 'insert into valeurs_sources (champ_id, source_id, cle, valeur, n) values'
const COUNT = 'on conflict (champ_id, source_id, cle, valeur) do update set n = valeurs_sources.n + 1'

const lines = (file: string): AsyncIterable<Record<string, string>> =>
  createReadStream(file).pipe(parse({ bom: true, delimiter: ';', columns: true }))

export interface Target {
  source: number
  /** Ids of the fields nom and prenom, whose values are kept for completion. */
  champs: number[]
}

/** No dry run, no lookup, one transaction, prepared statements. */
export async function floorSqlite(file: string, database: string, { source, champs }: Target): Promise<void> {
  const connection = sqliteConnection(database)
  const at = new Date(Date.now()).toISOString()
  connection.prepare('begin').run([])
  const releve = connection.prepare(`${RELEVE} (?,?,?,?,?)`)
  const version = connection.prepare(`${VERSION} (?,?,1,'creation',?,?)`)
  const search = connection.prepare('insert into releves_fts (rowid, nom, prenom, texte, f) values (?,?,?,?,?)')
  const word = connection.prepare('insert into mots (terme, n) values (?,1) on conflict do nothing')
  const value = connection.prepare(`${VALEUR} (?,?,?,?,1) ${COUNT}`)
  let n = 0
  for await (const cells of lines(file)) {
    const row = bareRows(cells, n, source, at)
    releve.run(row.releve)
    version.run(row.version)
    search.run([row.jour * 2 ** 28 + n, ...row.texts])
    for (const mot of row.mots) word.run([mot])
    for (const [i, { cle, valeur }] of row.valeurs.entries()) value.run([champs[i], source, cle, valeur])
    n += 1
  }
  connection.prepare('commit').run([])
  connection.close()
}

/** PostgreSQL gets its rows by COPY, the shortest way it has. */
export async function floorPostgres(file: string, url: string, { source, champs }: Target): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const at = new Date(Date.now()).toISOString()
  await client.query('begin')
  let n = 0
  for await (const cells of lines(file)) {
    const row = bareRows(cells, n, source, at)
    await client.query({ name: 'r', text: `${RELEVE} ($1,$2,$3,$4,$5)`, values: row.releve })
    await client.query({ name: 'v', text: `${VERSION} ($1,$2,1,'creation',$3,$4)`, values: row.version })
    const text = 'insert into releve_recherche (jour, releve_id, source_id, tsv) values ($1,$2,$3,to_tsvector($4))'
    await client.query({ name: 's', text, values: [row.jour, n + 1, source, row.texts.join(' ')] })
    const mots = 'insert into mots (terme, n) select unnest($1::text[]), 1 on conflict do nothing'
    await client.query({ name: 'm', text: mots, values: [row.mots] })
    const values = row.valeurs.flatMap(({ cle, valeur }, i) => [champs[i], source, cle, valeur])
    await client.query({ name: 'c', text: `${VALEUR} ($1,$2,$3,$4,1),($5,$6,$7,$8,1) ${COUNT}`, values })
    n += 1
  }
  await client.query('commit')
  await client.end()
}
