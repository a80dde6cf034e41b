// An engine difference has a group of its dialect (`dialectOf(db).sql.inList`), so that the list of members stays short enough
// to be read. Only what belongs to none of them stands by itself.
import { expect, test } from 'vitest'
import { postgresDialect } from '../../src/db/dialect/postgres/dialect.ts'
import { sqliteDialect } from '../../src/db/dialect/sqlite/dialect.ts'

const LOOSE = ['version', 'size', 'concerns', 'settle', 'reserveIds', 'toDisk']

/** Methods that stand in no group without being one of the few that may. */
const astray = (dialect: object): string[] =>
  Object.entries(dialect).flatMap(([name, member]) =>
    typeof member === 'function' && !LOOSE.includes(name) ? [name] : [],
  )

test('a method outside of its group is found', () => {
  expect(astray({ ...sqliteDialect, isUniqueViolation: sqliteDialect.errors.isUniqueViolation })).toEqual([
    'isUniqueViolation',
  ])
})

test('what an engine does stands in a group, and both engines have the same', () => {
  expect([sqliteDialect, postgresDialect].map(astray)).toEqual([[], []])
  expect(Object.keys(sqliteDialect).sort()).toEqual(Object.keys(postgresDialect).sort())
})
