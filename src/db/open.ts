import { openPostgres, openSqlite, type PostgresOptions } from './dialect/connect.ts'
import type { Db } from './schema.ts'

export { openSqlite } from './dialect/connect.ts'

/** Opens `sqlite:/absolute/path` or `postgres://user:password@host/base`. Throws on any other address. */
export function openDatabase(url: string, options: PostgresOptions = {}): Db {
  if (url.startsWith('sqlite:')) return openSqlite(url.slice('sqlite:'.length))
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url, options)
  throw new Error('Adresse de base de données inconnue : sqlite:… ou postgres://… attendu.')
}
