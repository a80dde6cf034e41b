import { expect, test } from 'vitest'
import { digestHandlers, enqueueDigests } from '../../../src/features/notifications/digest-task.tsx'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { testApp } from '../../support/app.ts'
import { smtpSink } from '../../support/smtp.ts'
import { actOfMarie } from '../fils/support.ts'

const DAY = 24 * 60 * 60_000

/** A site that sends mail, in which Marie was asked two questions. */
async function site() {
  const t = await testApp()
  const sink = await smtpSink()
  t.deps.settings.write({ smtp: sink.settings, public_origin: 'https://releves.exemple.fr' })
  let now = Date.parse('2026-11-21T10:00:00.000Z')
  t.deps.clock = () => new Date(now)
  await enqueueDigests(t.deps, t.deps.clock())
  const { path } = await actOfMarie(t)
  const rene = await t.as(t.rene)
  for (const texte of ['Est-ce bien LE GOFF ?', 'Et la date ?']) await rene.post(`${path}/fils`, { texte })
  const night = async () => {
    now += DAY
    await enqueueDigests(t.deps, t.deps.clock())
    await enqueueDigests(t.deps, t.deps.clock())
    await runTasks(t.deps, digestHandlers(t.deps, sink.limits))
  }
  return { ...t, sink, night }
}

test('all that was written of a day leaves in one mail, once', async () => {
  const t = await site()
  expect(t.sink.received).toEqual([])
  await t.night()
  expect(t.sink.received.map(({ to, email }) => [to, email.subject])).toEqual([
    [['marie@exemple.fr'], expect.stringMatching(/Au sujet de vos relevés.: 2 messages/)],
  ])
  const text = t.sink.received[0]?.email.text ?? ''
  for (const words of ['Est-ce bien LE GOFF', 'Et la date', 'https://releves.exemple.fr/fils/1', '/fils/2'])
    expect(text).toContain(words)
  await t.night()
  expect(t.sink.received.length).toBe(1)
  expect(t.failures).toEqual([])
})

test('nothing leaves to who has read it, wants no mail, or sees the source no longer', async () => {
  for (const what of ['lu', 'refus', 'ailleurs'] as const) {
    const t = await site()
    const marie = await t.as(t.marie)
    if (what === 'lu') for (const id of [1, 2]) await marie.get(`/fils/${id}`)
    if (what === 'refus') await marie.post('/profil/courriels', { SourceRejetee: '1' })
    if (what === 'ailleurs') await t.db.deleteFrom('section_membres').where('user_id', '=', t.marie.id).execute()
    await t.night()
    expect([what, t.sink.received]).toEqual([what, []])
  }
})
