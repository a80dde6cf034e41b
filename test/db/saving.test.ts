import { expect, test } from 'vitest'
import { once } from '../../src/db/once.ts'
import { refuse, refuseIf, saving } from '../../src/db/saving.ts'
import { testApp } from '../support/app.ts'

const NOW = '2026-08-12T10:00:00.000Z'
const depot = (nom: string) => ({ nom, nom_key: nom.toLowerCase() })

test('a form is refused however deep, and nothing of it stays, its token neither', async () => {
  const { db, admin } = await testApp()
  const sending = { userId: admin.id, jeton: 'un jeton', now: NOW }
  const save = (errors: Record<string, string>) =>
    saving(db, {}, (trx) =>
      once(trx, sending, async () => {
        const { id } = await trx.insertInto('depots').values(depot('AD 35')).returning('id').executeTakeFirstOrThrow()
        refuseIf(errors)
        return id
      }),
    )
  expect(await save({ ville: 'Inconnue.' })).toEqual({ ok: false, errors: { ville: 'Inconnue.' } })
  expect(await db.selectFrom('depots').select('nom').execute()).toEqual([])
  expect(await db.selectFrom('envois').select('jeton').execute()).toEqual([])
  const saved = await save({})
  expect(saved.ok).toBe(true)
  expect(await save({})).toEqual(saved)
  expect(await db.selectFrom('depots').select('nom').execute()).toEqual([{ nom: 'AD 35' }])
})

test('whoever comes too late is told the version that stands', async () => {
  const { db } = await testApp()
  expect(await saving(db, {}, async () => refuse({ '': 'Trop tard.' }, 7))).toEqual({
    ok: false,
    errors: { '': 'Trop tard.' },
    version: 7,
  })
})

test('what constraints alone see is an error where it was foreseen, and a bug where it was not', async () => {
  const { db, admin } = await testApp()
  await db.insertInto('depots').values(depot('AD 35')).execute()
  const twice = (errors: { taken?: Record<string, string> }) =>
    saving(db, errors, async (trx) => {
      await trx.insertInto('depots').values(depot('AD 35')).execute()
      return null
    })
  expect(await twice({ taken: { nom: 'Pris.' } })).toEqual({ ok: false, errors: { nom: 'Pris.' } })
  await expect(twice({})).rejects.toThrow()
  const ofNone = { source_id: 404, user_id: admin.id }
  const lost = (errors: { gone?: Record<string, string> }) =>
    saving(db, errors, async (trx) => {
      await trx.insertInto('source_membres').values(ofNone).execute()
      return null
    })
  expect(await lost({ gone: { '': 'Partie.' } })).toEqual({ ok: false, errors: { '': 'Partie.' } })
  await expect(lost({})).rejects.toThrow()
})
