// How many of the mistakes of a typist the warnings point at, and how often they point at what is right.
import { expect, test } from 'vitest'
import { refreshWarnings } from '../../../src/features/avertissements/actions/find.ts'
import { wantWarnings } from '../../../src/features/sources/warnings-queue.ts'
import { testApp } from '../../support/app.ts'
import { reviewSource } from '../../support/review-source.ts'

const NOW = new Date('2026-11-21T10:00:00.000Z')

/** Kinds that tell what the typist has said: nobody takes them for mistakes. */
const SAID = new Set(['etat', 'obligatoire_vide'])

/** The warnings of the fixture, with its mistakes. */
async function found() {
  const t = await testApp()
  const made = await reviewSource({ db: t.db, make: t.make, section: t.saintMalo, author: t.marie })
  const { source, planted, ids } = made
  await t.db.transaction().execute((trx) => wantWarnings(trx, source.id, NOW))
  expect(await refreshWarnings(t.db, source.id, () => NOW)).toBe(true)
  const rows = await t.db.selectFrom('avertissements').selectAll().where('source_id', '=', source.id).execute()
  const atMistake = new Set(planted.map(({ releve_id }) => releve_id))
  const others = rows.filter(({ releve_id, genre }) => !atMistake.has(releve_id) && !SAID.has(genre))
  return { ...t, ...made, rows, others, place: (id: number) => ids.indexOf(id) }
}

test('of thirty mistakes in 412 acts the warnings point at those that a machine can see', async () => {
  const { planted, ids, rows, others, place } = await found()
  expect([ids.length, planted.length]).toEqual([412, 30])
  const isSeen = ({ releve_id, genre }: { releve_id: number; genre: string | null }) =>
    rows.some((row) => row.releve_id === releve_id && row.genre === genre)
  expect({
    fautes: planted.length,
    trouvees: planted.filter(isSeen).length,
    manquees: planted.filter((one) => !isSeen(one)).map(({ what }) => what),
    alarmes: others.map(({ genre, releve_id }) => `${genre} ${place(releve_id)}`),
    actes: new Set(rows.map(({ releve_id }) => releve_id)).size,
  }).toEqual({
    fautes: 30,
    trouvees: 27,
    manquees: ['Jean lu Jacques', 'marin pour matelot', 'nom de la mère pour celui de la marraine'],
    // The act that the priest himself wrote down late.
    alarmes: ['date_recule 232'],
    actes: 30,
  })
})
