import { AppError } from '../lib/errors.ts'
import { type OpenOptions, openPostgres, openSqlite } from './dialect/connect.ts'
import type { Db } from './schema.ts'

export { copiesOf, openSqlite, readsBeside, writesBeside } from './dialect/connect.ts'
export type { CopyState } from './dialect/postgres/copies.ts'

/** Which engine an address leads to. Throws on an address of neither. */
export function schemeOf(url: string): 'sqlite' | 'postgres' {
  if (url.startsWith('sqlite:')) return 'sqlite'
  if (/^postgres(ql)?:\/\//.test(url)) return 'postgres'
  throw new AppError('invalide', 'Adresse de base de données inconnue : sqlite:… ou postgres://… attendu.')
}

/** Opens `sqlite:/absolute/path` or `postgres://user:password@host/base`. Throws on any other address. */
export function openDatabase(url: string, options: OpenOptions = {}): Db {
  return schemeOf(url) === 'sqlite' ? openSqlite(url.slice('sqlite:'.length), options) : openPostgres(url, options)
}
