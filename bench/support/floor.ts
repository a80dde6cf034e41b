// The least that a page of results can cost: its very rows, fetched by the driver alone with one prepared statement.
// biome-ignore lint/style/noRestrictedImports: the floor is the driver alone
import pg from 'pg'
import { sqliteConnection } from '../../src/db/dialect/sqlite/driver.ts'

export interface Floor {
  /** Fetches these records; what it answers does not matter. */
  fetch(ids: readonly number[]): Promise<void>
  close(): Promise<void>
}

const COLUMNS = `r.id, r.nom, r.prenom, r.data, r.etats, s.id as source_id, s.titre, s.type_source_id, t.nom as type_nom,
  l.nom_long`
const JOINS = `join sources s on s.id = r.source_id join types_sources t on t.id = s.type_source_id
  left join lieux l on l.id = s.lieu_id`

export function sqliteFloor(file: string): Floor {
  const connection = sqliteConnection(file)
  const statement = connection.prepare(
    `select ${COLUMNS} from json_each(?) j cross join releves r on r.id = j.value ${JOINS}`,
  )
  return {
    fetch: async (ids) => {
      statement.all([JSON.stringify(ids)])
    },
    close: async () => connection.close(),
  }
}

export async function postgresFloor(url: string): Promise<Floor> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const text = `select ${COLUMNS} from releves r ${JOINS} where r.id = any($1)`
  return {
    fetch: async (ids) => {
      await client.query({ name: 'plancher', text, values: [ids] })
    },
    close: () => client.end(),
  }
}
