// The invented families as records of the ready types, each place with its registers, places in pairs a few kilometres apart.
import { createReleves } from '../../../../src/features/releves/actions/records.ts'
import { installReadyTypes, modelByKey } from '../../../../src/features/types-sources/actions/models.ts'
import { champsOf } from '../../../../src/features/types-sources/queries.ts'
import { compareText } from '../../../../src/lib/text.ts'
import { isoOf } from '../../../../src/search/entry.ts'
import type { TestApp } from '../../../support/app.ts'
import { type MadeFamily, PLACES, type TypeKey } from './families.ts'

const TYPES: readonly TypeKey[] = ['baptemes', 'mariages_paroissiaux', 'sepultures']
const AUTHOR = { user_id: null, now: '2026-01-01T00:00:00.000Z' }

export async function typeIds(t: TestApp): Promise<Map<TypeKey, { id: number; nom: string }>> {
  await installReadyTypes(t.db)
  const rows = await t.db.selectFrom('types_sources').select(['id', 'nom']).execute()
  return new Map(
    TYPES.flatMap((cle) => {
      const row = rows.find(({ nom }) => nom === modelByKey(cle)?.nom)
      return row ? [[cle, row] as const] : []
    }),
  )
}

export type Made = Awaited<ReturnType<typeof siteOf>>

/** Ids of the places by number, and of the records by the number of the act. */
export async function siteOf(t: TestApp, families: readonly MadeFamily[]) {
  const types = await typeIds(t)
  const lieux: number[] = []
  const ids = new Map<number, number>()
  const acts = families.flatMap((family) => family.acts)
  for (let number = 0; number < PLACES; number += 1) {
    const [latitude, longitude] = [48 + Math.floor(number / 2), -2 + (number % 2) * 0.1]
    const lieu = await t.make.lieu({ nom: `Paroisse ${number}`, latitude, longitude })
    lieux.push(lieu.id)
    for (const [cle, type] of types) {
      const source = await t.make.source({ type, lieu, section: t.saintMalo, annee_debut: 1650, annee_fin: 1800 })
      const here = acts
        .filter((act) => act.type === cle && act.lieu === number)
        .sort((a, b) => compareText(isoOf(a.data) ?? '', isoOf(b.data) ?? ''))
      const champs = await champsOf(t.db, type.id)
      const rows = here.map(({ data }) => ({ data, etats: {} }))
      const made = await t.db.transaction().execute((trx) => createReleves(trx, source.id, champs, rows, AUTHOR))
      for (const [at, act] of here.entries()) ids.set(act.id, made[at] ?? 0)
    }
  }
  return { lieux, ids }
}
