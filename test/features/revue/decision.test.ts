// The findings of the reading over, as whoever decides has them.
import { expect, test } from 'vitest'
import { refreshWarnings } from '../../../src/features/avertissements/actions/find.ts'
import { wantWarnings } from '../../../src/features/sources/warnings-queue.ts'
import { testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'
import { squeeze } from '../../support/html.ts'
import { reviewSource } from '../../support/review-source.ts'

const NOW = new Date('2026-11-21T10:00:00.000Z')

/** Corrections that a reader with the register before his eyes would make. */
const RIGHT: Record<string, [champ: string, value: string]> = {
  'une lettre de trop peu dans le nom du parrain': ['nom_parrain', 'MARTIN'],
  'MARTIN lu MARTIM': ['nom', 'MARTIN'],
  'HAMON lu HANON': ['nom_mere', 'HAMON'],
  'LE GOFF lu LE COFF': ['nom_marraine', 'LE GOFF'],
}

/** The register of 412 acts with 30 mistakes, submitted, with what the machine points at. */
async function submitted() {
  const t = await testApp()
  t.deps.clock = () => NOW
  const made = await reviewSource({ db: t.db, make: t.make, section: t.saintMalo, author: t.marie })
  await t.db.transaction().execute((trx) => wantWarnings(trx, made.source.id, NOW))
  expect(await refreshWarnings(t.db, made.source.id, () => NOW)).toBe(true)
  const row = { status: 'a_valider' as const, relecture: 'echantillon' as const, quatre_yeux: false }
  await t.db.updateTable('sources').set(row).where('id', '=', made.source.id).execute()
  const path = `/revue/${made.source.id}`
  return { ...t, ...made, path, rene: await t.as(t.rene) }
}

type Submitted = Awaited<ReturnType<typeof submitted>>

type Html = Awaited<ReturnType<Submitted['rene']['get']>>['page']

function shownAct(page: Html) {
  const form = page.all('form.relecture-gestes')[0]
  return {
    id: Number(/\/releves\/(\d+)\//.exec(form?.getAttribute('action') ?? '')?.[1]),
    version: Number(form?.querySelector('[name=version]')?.getAttribute('value')),
  }
}

/** The reason that the form of the rejection holds. */
const motifOf = (page: Html): string =>
  page
    .all('form')
    .find((form) => form.querySelector('[name=statut][value=rejetee]'))
    ?.querySelector('[name=motif]')?.textContent ?? ''

/** Reads to the end of the queue as somebody does who sees each mistake; gives the ids of the acts read, in their order. */
async function readAll(t: Submitted): Promise<number[]> {
  const wrong = new Map(t.planted.map((one) => [one.releve_id, one]))
  const read: number[] = []
  let { page } = await t.rene.get(`${t.path}/acte`)
  while (page.has('#relecture-acte')) {
    const { id, version } = shownAct(page)
    read.push(id)
    const mistake = wrong.get(id)
    const [champ, value] = RIGHT[mistake?.what ?? ''] ?? []
    const answer = champ
      ? await t.rene.post(`/releves/${id}/correction`, {
          version,
          champ,
          verdict: 'corrige',
          [`data[${champ}]`]: `${value}`,
        })
      : await t.rene.post(`/releves/${id}/avis`, {
          version,
          ...(mistake ? { verdict: 'douteux', poids: 3, texte: mistake.what } : { verdict: 'bon' }),
        })
    expect([mistake?.what, answer.status]).toEqual([mistake?.what, 303])
    page = (await t.rene.follow(answer)).page
  }
  return read
}

test('412 acts with 30 mistakes: the warnings find 27, the sample some of the rest, and the page says what is left', async () => {
  const t = await submitted()
  const before = squeeze((await t.rene.get(t.path)).page.text)
  expect(before).toContain('Aucun acte n’a encore été relu')
  const read = await readAll(t)
  expect(new Set(read).size).toBe(read.length)
  const drawn = await t.db.selectFrom('echantillon_actes').select('releve_id').execute()
  // Thirty acts are pointed at; the sample and marie’s first acts come from the others.
  expect(read.length).toBe(30 + drawn.length)
  const seen = t.planted.filter(({ releve_id }) => read.includes(releve_id)).length
  const inSample = await t.db
    .selectFrom('echantillon_actes')
    .select('releve_id')
    .where('strate', '<>', 'débuts')
    .where(
      'releve_id',
      'in',
      t.planted.map(({ releve_id }) => releve_id),
    )
    .execute()
  process.stdout.write(`  30 mistakes: ${seen} seen in ${read.length} acts read of 412, ${30 - seen} left\n`)
  const { page } = await t.rene.get(t.path)
  const said = squeeze(page.text)
  expect(said).toContain(`${read.length} actes relus sur 412 : ${seen} actes avec une erreur grave.`)
  expect(said).toMatch(
    /Échantillon tiré au sort : 50 lus sur 50, (aucune erreur|\d actes? avec une erreur grave)\. accepté Il est accepté jusqu’à 3 actes avec une erreur grave\./,
  )
  // No error in 50 acts: at most 5.8 %; each one more raises that (Clopper and Pearson).
  const bound = ['5,8 % d’actes avec une erreur grave : 23 sur 412', '9,1 %', '12,1 %', '14,8 %'][inSample.length] ?? ''
  expect(said).toContain(`la source a au plus ${bound}`)
  const table = page.all('table').find((one) => one.querySelector('caption')?.textContent === 'Corrections par champ')
  expect(table?.querySelectorAll('tbody tr')).toHaveLength(4)
  const motif = motifOf(page)
  expect(squeeze(motif)).toContain(`À la relecture de ${read.length} actes sur 412`)
  expect(motif).toMatch(/^Nom\s: 1\scorrection, dont 1\sgrave\.$/m)
  expect(motif).toMatch(/À revoir\s: .* et \d+\sautres\.$/)
  const rejected = await t.rene.post(t.path, { statut: 'rejetee', version: page.value('version'), motif })
  expect((await t.rene.follow(rejected)).page.flash).toContain('est rejetée')
  expect(t.failures).toEqual([])
}, 120_000)

test('what is still open stands there with its link; a reason that was typed is not written over', async () => {
  const t = await testApp()
  const source = await t.make.source({ titre: 'Baptêmes', section: t.saintMalo })
  const ids: number[] = []
  for (let n = 1; n <= 3; n += 1)
    ids.push(await t.make.releve(source, { nom: `NOM${n}`, numero: n, date_evenement: day('1787-08-12') }))
  await t.db
    .updateTable('sources')
    .set({ status: 'a_valider', relecture: 'tous' })
    .where('id', '=', source.id)
    .execute()
  const warning = { genre: 'nom_rare', champ: 'nom', valeur: 'x', detail: null }
  await t.db
    .insertInto('avertissements')
    .values({ source_id: source.id, releve_id: ids[2] ?? 0, ...warning })
    .execute()
  const rene = await t.as(t.rene)
  const path = `/revue/${source.id}`
  const say = (id: number | undefined, fields: Record<string, string | number>) =>
    rene.post(`/releves/${id}/avis`, { version: 1, ...fields })
  await say(ids[0], { verdict: 'question', texte: 'Est-ce bien un M ?' })
  await say(ids[1], { verdict: 'bon' })
  const { page } = await rene.get(path)
  const said = squeeze(page.text)
  expect(said).toContain('2 actes relus sur 3 : aucune erreur.')
  expect(said).toContain('1 acte signalé reste à voir')
  expect(said).toContain('1 question est sans réponse')
  expect(said).not.toContain('Échantillon')
  expect(squeeze(motifOf(page))).toContain('À revoir : NOM1.')
  const refused = await rene.post(path, { statut: 'rejetee', version: page.value('version'), motif: '  ' })
  expect([refused.status, motifOf(refused.page)]).toEqual([422, '  '])
})

test('acts are read in the order of the register, an inserted one where it stands', async () => {
  const t = await testApp()
  const source = await t.make.source({ titre: 'Baptêmes', section: t.saintMalo })
  const ids: number[] = []
  for (const nom of ['UN', 'TROIS', 'DEUX']) ids.push(await t.make.releve(source, { nom }))
  const [un = 0, trois = 0, deux = 0] = ids
  await t.db.insertInto('rangs').values({ source_id: source.id, releve_id: deux, apres: un, rang: 1 }).execute()
  await t.db
    .updateTable('sources')
    .set({ status: 'a_valider', relecture: 'tous' })
    .where('id', '=', source.id)
    .execute()
  const rene = await t.as(t.rene)
  let { page } = await rene.get(`/revue/${source.id}/acte`)
  const read: number[] = []
  while (page.has('#relecture-acte')) {
    const { id, version } = shownAct(page)
    read.push(id)
    page = (await rene.follow(await rene.post(`/releves/${id}/avis`, { version, verdict: 'bon' }))).page
  }
  expect(read).toEqual([un, deux, trois])
})
