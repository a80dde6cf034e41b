// Places that an import makes, and those of France, which the site brings with it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect } from 'vitest'
import { recomputeAll } from '../../../../src/features/lieux/rules/cascade.ts'
import { type TestApp, testApp, type Visitor } from '../../../support/app.ts'
import { importLieux } from '../../imports/support.ts'

/** Nothing that the import computed is other than what the cascade of the places computes. */
export async function expectConsistent(t: TestApp): Promise<void> {
  const all = () => t.db.selectFrom('lieux').select(['id', 'nom_long', 'chemin', 'recherche']).orderBy('id').execute()
  const before = await all()
  await t.db.transaction().execute((trx) => recomputeAll(trx))
  expect(await all()).toEqual(before)
}

export const exported = async (visitor: Visitor): Promise<string> => {
  const answer = await visitor.get('/lieux/export/csv')
  expect(answer.status).toBe(200)
  // Response.text() takes the byte-order mark off.
  return `\ufeff${answer.text.replace(/^\ufeff/, '')}`
}

/** The file of France with its header and the lines wanted. */
export function franceWhere(isWanted: (line: string) => boolean): string {
  const file = readFileSync(join(import.meta.dirname, '../../../../data/lieux-france.csv.br'))
  const [header = '', ...lines] = brotliDecompressSync(file).toString().split('\n')
  return [header, ...lines.filter((line) => line !== '' && isWanted(line)), ''].join('\n')
}

/** So many places are imported into an empty site, exported, and nothing of the export is new to it. */
export async function goInAndOut(file: string, count: number): Promise<void> {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const { done } = await importLieux(t, rene, file)
  expect(done).toMatchObject({ etat: 'termine', nb_lignes: count, creees: count, refusees: 0 })
  await expectConsistent(t)
  const again = await importLieux(t, rene, await exported(rene))
  expect(again.planned).toMatchObject({ nb_lignes: count, inchangees: count, refusees: 0 })
  expect(t.failures).toEqual([])
}
