// The year of an association, for its general assembly: by section, person and month.
import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'

const PATH = '/admin/statistiques'

/** Two sections in which three people typed, this year and the one before; it is November 2026. */
async function worked() {
  const t = await testApp()
  t.deps.clock = () => new Date('2026-11-21T10:00:00.000Z')
  const [malo, vannes] = [await t.make.source({ section: t.saintMalo }), await t.make.source({ section: t.vannes })]
  const typed = (user: { id: number }, source: { id: number }, mois: string, n: number) => ({
    ...{ user_id: user.id, source_id: source.id, mois, n, dernier_id: 1, derniere_at: `${mois}-01T10:00:00.000Z` },
  })
  await t.db.deleteFrom('saisies').execute()
  await t.db
    .insertInto('saisies')
    .values([
      typed(t.marie, malo, '2026-11', 40),
      typed(t.marie, malo, '2026-01', 1200),
      typed(t.marie, vannes, '2026-02', 7),
      typed(t.etienne, vannes, '2026-02', 3000),
      typed(t.rene, malo, '2025-12', 55),
    ])
    .execute()
  const moved = { user_id: t.rene.id, de: 'a_valider' as const, vers: 'validee' as const, motif: null }
  await t.db
    .insertInto('source_transitions')
    .values([
      { ...moved, source_id: malo.id, created_at: '2026-03-01T10:00:00.000Z' },
      // It was opened again, and validated again: one source.
      { ...moved, source_id: malo.id, created_at: '2026-04-01T10:00:00.000Z' },
      { ...moved, source_id: vannes.id, created_at: '2025-12-31T23:00:00.000Z' },
    ])
    .execute()
  return { ...t, admin: await t.as(t.admin) }
}

const linesOf = (
  page: Awaited<ReturnType<Awaited<ReturnType<typeof worked>>['admin']['get']>>['page'],
  caption: string,
) =>
  page
    .all('table')
    .find((table) => table.querySelector('caption')?.textContent === caption)
    ?.querySelectorAll('tbody tr')
    .map((row) => row.querySelectorAll('th, td').map((cell) => squeeze(cell.textContent)))

test('sections beside the year before, with their sum; persons by name, month by month', async () => {
  const t = await worked()
  const { page } = await t.admin.get(PATH)
  expect(linesOf(page, 'Par section, 2026')).toEqual([
    ['Section de Saint-Malo', '1 240', '55', '1', '1', '0', '1', '0'],
    ['Section de Vannes', '3 007', '0', '2', '1', '0', '0', '1'],
    ['Ensemble', '4 247', '55', '', '2', '0', '1', '1'],
  ])
  const months = linesOf(page, 'Par mois, 2026')
  expect([months?.[0], months?.[3], months?.[11], months?.[12]]).toEqual([
    ['janvier 2026', '1 200', '0', '2', '0', '0', '0'],
    ['avril 2026', '0', '0', '0', '0', '1', '0'],
    ['décembre 2026', '0', '55', '0', '0', '0', '1'],
    ['Ensemble', '4 247', '55', '2', '0', '1', '1'],
  ])
  expect(linesOf(page, 'Par personne, 2026')).toEqual([
    [t.etienne.name, '3 000', '0', '0'],
    [t.marie.name, '1 247', '0', '0'],
    [t.rene.name, '0', '55', '1'],
  ])
  const people = linesOf(page, 'Actes saisis par personne, 2026')
  // Étienne typed most, and stands where his name does.
  expect(
    people?.map(([name, section, ...months]) => [name, section, months[0], months[1], months[10], months.at(-1)]),
  ).toEqual([
    [t.etienne.name, 'Section de Vannes', '', '3 000', '', '3 000'],
    [t.marie.name, 'Section de Saint-Malo', '1 200', '', '40', '1 240'],
    [t.marie.name, 'Section de Vannes', '', '7', '', '7'],
  ])
  const before = await t.admin.get(`${PATH}?annee=2025`)
  expect(linesOf(before.page, 'Par section, 2025')).toEqual([
    ['Section de Saint-Malo', '55', '0', '1', '0', '0', '0', '0'],
    ['Section de Vannes', '0', '0', '0', '0', '0', '1', '0'],
    ['Ensemble', '55', '0', '', '0', '0', '1', '0'],
  ])
  for (const annee of ['1900', 'x', '-1', '99999999999999'])
    expect((await t.admin.get(`${PATH}?annee=${annee}`)).page.text).toContain('L’année 2026')
  expect(t.failures).toEqual([])
})

test('the same as a file; whoever is no administrator gets neither', async () => {
  const t = await worked()
  const { text } = await t.admin.get(`${PATH}/export/csv?annee=2026`)
  expect(text.replace('\ufeff', '').trim().split('\r\n')).toEqual([
    'personne;section;mois;actes',
    `${t.etienne.name};Section de Vannes;2026-02;3000`,
    `${t.marie.name};Section de Saint-Malo;2026-01;1200`,
    `${t.marie.name};Section de Saint-Malo;2026-11;40`,
    `${t.marie.name};Section de Vannes;2026-02;7`,
  ])
  const rene = await t.as(t.rene)
  for (const path of [PATH, `${PATH}/export/csv`]) expect((await rene.get(path)).status).toBe(403)
})

test('a site in which nobody has typed yet says so', async () => {
  const t = await testApp()
  t.deps.clock = () => new Date('2026-11-21T10:00:00.000Z')
  await t.db.deleteFrom('saisies').execute()
  expect((await (await t.as(t.admin)).get(PATH)).page.text).toContain('Rien n’a été saisi ni validé en 2026')
})
