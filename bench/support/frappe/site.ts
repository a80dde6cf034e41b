// A site with one register to type: its parish and hamlets are places already, its names known or not.
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { Champ } from '../../../src/champs/kind.ts'
import type { Db, ReleveData } from '../../../src/db/schema.ts'
import { createSession } from '../../../src/features/auth/sessions.ts'
import { createReleves } from '../../../src/features/releves/actions/records.ts'
import { createTypeFromModel, modelByKey } from '../../../src/features/types-sources/actions/models.ts'
import { champsOf } from '../../../src/features/types-sources/queries.ts'
import { readDate } from '../../../src/lib/dates.ts'
import { sortKey } from '../../../src/lib/text.ts'
import { openSite } from '../engines.ts'
import { NOW } from '../random.ts'
import { type Act, HAMEAUX } from './parish.ts'

const PARISH = 'Pleurtuit'

export interface Desk {
  url: string
  db: Db
  source: number
  champs: Champ[]
  /** Value of the cookie `session`. */
  session: string
  places: ReadonlyMap<string, { id: number; nom_long: string }>
  /** Long name of a place. */
  longName: (nom: string) => string
  close: () => Promise<void>
}

const inserted = async (db: Db, table: 'users' | 'sections' | 'lieux' | 'sources', row: object): Promise<number> => {
  const made = db.insertInto(table).values(row as never)
  return ((await made.returning('id' as never).executeTakeFirstOrThrow()) as { id: number }).id
}

async function addPlaces(db: Db): Promise<Map<string, { id: number; nom_long: string }>> {
  const dated = { created_at: NOW, updated_at: NOW }
  const places = new Map<string, { id: number; nom_long: string }>()
  const add = async (nom: string, above: number | null) => {
    const nom_long = above === null ? nom : `${nom}, ${PARISH}`
    const names = { nom, nom_tri: sortKey(nom), nom_long, recherche: ` ${sortKey(nom_long)} ` }
    const id = await inserted(db, 'lieux', { ...names, lieu_parent_id: above, chemin: '', ...dated })
    const chemin = above === null ? `/${id}/` : `/${above}/${id}/`
    await db.updateTable('lieux').set({ chemin }).where('id', '=', id).execute()
    places.set(nom, { id, nom_long })
    return id
  }
  const parish = await add(PARISH, null)
  for (const nom of HAMEAUX) await add(nom, parish)
  return places
}

/** Surnames are kept in capitals, as most associations do: nobody holds Shift for them. */
async function addType(db: Db, key: string): Promise<number> {
  const model = modelByKey(key)
  if (!model) throw new Error(`no ready type ${key}`)
  const type = await createTypeFromModel(db, model)
  await db.updateTable('champs').set({ majuscules: true }).where('partie', 'in', ['nom', 'nom_complet']).execute()
  return type
}

async function addSource(db: Db, type: number, lieu_id: number): Promise<{ source: number; user: number }> {
  const dated = { created_at: NOW, updated_at: NOW }
  const named = { name: 'yvonne', name_key: 'yvonne', email: 'y@exemple.fr', email_key: 'y@exemple.fr' }
  const user = await inserted(db, 'users', { ...named, password_hash: '', role: 'membre', ...dated })
  const section_id = await inserted(db, 'sections', { nom: 'Saint-Malo', nom_key: 'saint malo' })
  await db.insertInto('section_membres').values({ section_id, user_id: user, is_manager: false }).execute()
  const source = await inserted(db, 'sources', {
    ...{
      titre: 'Registre de Pleurtuit',
      titre_tri: 'registre de pleurtuit',
      type_source_id: type,
      lieu_id,
      section_id,
    },
    ...{ annee_debut: 1790, annee_fin: 1794, status: 'en_cours', champs_jusque: null, ...dated },
  })
  return { source, user }
}

/** An act as the desk would store it. */
export function dataOf(act: Act, places: ReadonlyMap<string, { id: number; nom_long: string }>): ReleveData {
  const dates = Object.entries(act.dates).map(([nom, { texte, calendrier }]) => {
    const reading = readDate(texte, calendrier)
    if (!reading.ok) throw new Error(`${texte}: ${reading.message}`)
    return [nom, reading.value]
  })
  return {
    ...Object.fromEntries(dates),
    ...Object.fromEntries(Object.entries(act.places).map(([nom, lieu]) => [nom, places.get(lieu)])),
    ...act.texts,
    ...Object.fromEntries(act.yes.map((nom) => [nom, true])),
    ...act.numbers,
  }
}

interface Held {
  /** Acts that the register holds already. */
  before: readonly Act[]
  /** The typist's own. */
  abbreviations: Readonly<Record<string, string>>
}

/** Serves a new site in this process. */
export async function openDesk(folder: string, key: string, { before, abbreviations }: Held): Promise<Desk> {
  const { db, app } = await openSite(folder, `sqlite:${folder}/frappe.sqlite`)
  const places = await addPlaces(db)
  const type = await addType(db, key)
  const { source, user } = await addSource(db, type, places.get(PARISH)?.id ?? 0)
  const lines = Object.entries(abbreviations).map(([abreviation, texte]) => ({ abreviation, texte, recherche: '' }))
  const dated = { created_at: NOW, updated_at: NOW }
  await db
    .insertInto('abreviations')
    .values(lines.map((line) => ({ ...line, ...dated, user_id: user, section_id: null })))
    .execute()
  const champs = await champsOf(db, type)
  const rows = before.map((act) => ({ data: dataOf(act, places), etats: {} }))
  // One by one, as they were entered: the last of the register is the record before the first one typed.
  for (const row of rows)
    await db.transaction().execute((trx) => createReleves(trx, source, champs, [row], { user_id: user, now: NOW }))
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((ready) => server.once('listening', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ db, source, champs, places, session: await createSession(db, user, 'bench') },
    longName: (nom) => places.get(nom)?.nom_long ?? nom,
    async close() {
      const closed = new Promise((done) => server.close(done))
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
      await db.destroy()
    },
  }
}
