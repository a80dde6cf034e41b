// Every route × every kind of person × an object of their own section and of another: answers as in support/permissions-table.ts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from './support/app.ts'
import {
  addressOf,
  canaryOf,
  hasObject,
  type MatrixSite,
  matrixSite,
  routesOf,
  type Side,
  type Who,
} from './support/matrix.ts'
import { EXPECTED, READER_EXPECTED, row } from './support/permissions-table.ts'

const HELP = `Some routes answer otherwise than test/support/permissions-table.ts says, or have no row there.
Lines with + are rows as the site answers now: where that is what you mean, put them into the table (it says what the columns are);
lines with - are rows of the table that hold no longer.`

/** One site serves for all that is asked: each answer is taken back. */
let site: MatrixSite
beforeAll(async () => {
  site = await matrixSite()
})
afterAll(() => site.end())

/** Does this answer send people without a session to the log-in page? */
const isDoor = ({ status, location }: Answer): boolean => status === 303 && location?.split('?')[0] === '/login'

/** The answer in one word; internal errors are told, and the site is as before. */
async function ask(who: Who, entry: string, side: Side, fields = {}): Promise<string> {
  const [method = '', route = ''] = entry.split(' ')
  const path = addressOf(route, site.sides[who][side])
  const visitor = site.visitor(who)
  const answer = method === 'GET' ? await visitor.get(path) : await visitor.post(path, fields)
  await site.undo()
  const failures = site.t.failures.splice(0)
  if (failures.length > 0) return `${answer.status}!${JSON.stringify(failures)}`
  return isDoor(answer) ? 'porte' : String(answer.status)
}

/** Writes the answers of a route as a row of the table has them. */
async function codesOf(entry: string): Promise<string[]> {
  const codes: string[] = []
  for (const who of ['marie', 'rene', 'admin'] as const) {
    const own = await ask(who, entry, 'own')
    const foreign = hasObject(entry) ? await ask(who, entry, 'foreign') : own
    if (who !== 'admin') codes.push(foreign, own)
    else codes.push(foreign === own ? own : `${foreign}/${own}`)
  }
  const anybody = await ask('anonyme', entry, 'own')
  return anybody === 'porte' ? codes : [...codes, anybody]
}

test('every route answers every person as the table says', { timeout: 120_000 }, async () => {
  const found: string[] = []
  for (const entry of routesOf(site.t)) found.push(row(entry, await codesOf(entry)))
  const wanted = [...EXPECTED].map(([route, codes]) => row(route, codes))
  expect(found.toSorted(), HELP).toEqual(wanted.toSorted())
})

test('a reader is answered like a member, but for what writes', { timeout: 120_000 }, async () => {
  const found: string[] = []
  const wanted: string[] = []
  for (const entry of routesOf(site.t)) {
    const sides = hasObject(entry) ? (['foreign', 'own'] as const) : (['own'] as const)
    for (const side of sides) {
      const [foreign = '', own = ''] = EXPECTED.get(entry) ?? []
      const code = side === 'own' ? (READER_EXPECTED.get(entry) ?? own) : foreign
      wanted.push(`${row(entry, [code])} ${side}`)
      found.push(`${row(entry, [await ask('lecteur', entry, side)])} ${side}`)
    }
  }
  expect(found, HELP).toEqual(wanted)
  expect([...READER_EXPECTED.keys()].filter((entry) => !EXPECTED.has(entry))).toEqual([])
})

/** Nobody is asked for a session there: one says whether the site is alive, the other asks for its own token. */
const WITHOUT_SESSION = ['GET /sante', 'GET /metrics']

test('whoever was deactivated stands at the door, whatever they ask for', async () => {
  for (const entry of routesOf(site.t).filter((route) => !WITHOUT_SESSION.includes(route)))
    for (const side of ['own', 'foreign'] as const)
      expect([entry, await ask('inactif', entry, side)]).toEqual([entry, 'porte'])
})

/** Enough for most forms to be taken, if rights were not asked about first. */
const PLAUSIBLE = {
  ...{ nom: 'intrus', titre: 'intrus', version: 1, statut: 'validee', champ: 'nom', valeur: 'intrus', confirme: '1' },
  cle: 'abcdefghijklmnopqrstuvwxyz234567',
}

test('rights are asked about before what is typed', async () => {
  const refused = [...EXPECTED].filter(
    ([route, [code]]) => route.startsWith('POST') && (code === '403' || code === '404'),
  )
  expect(refused.length).toBeGreaterThan(60)
  for (const [entry, [foreign]] of refused)
    for (const who of ['lecteur', 'marie', 'etienne'] as const) {
      const { source, releve } = site.sides[who].foreign
      expect([entry, await ask(who, entry, 'foreign', { ...PLAUSIBLE, source, releve })]).toEqual([entry, foreign])
    }
})

test('no byte of another section reaches a member or a manager, by any page', { timeout: 60_000 }, async () => {
  const { t, sides } = site
  for (const who of ['lecteur', 'etienne', 'rene'] as const) {
    const { section, lieu, source, type } = sides[who].foreign
    const canary = canaryOf({ id: section })
    const pages = [
      ...routesOf(t)
        .filter((route) => route.startsWith('GET '))
        .flatMap((route) => [addressOf(route.slice(4), sides[who].foreign), addressOf(route.slice(4), sides[who].own)]),
      ...[`/recherche?q=${canary}`, `/recherche?nom=${canary}`, `/sources?q=${canary}`, `/recherche?lieu=${lieu}`],
      ...[
        `/recherche/export/csv?q=${canary}`,
        `/recherche/repartition?q=${canary}`,
        `/recherche/graphies?nom=${canary}`,
        `/recherche/proches?q=${canary}e`,
        `/carte?q=${canary}`,
      ],
      // Numbers, facets and files of what a place, a type, a source or all years hold.
      ...['', '/repartition', '/proches', '/export/csv'].flatMap((what) =>
        [
          `lieu=${lieu}`,
          `type=${type}`,
          `source=${source}`,
          'annee_fin=2100',
          'statut=en_cours',
          'tri=nom&statut=en_cours',
        ].map((query) => `/recherche${what}?${query}`),
      ),
      ...[`/lieux/suggestions?q=lieu`, `/completions?source=${source}&champ=nom&q=canari`],
    ]
    for (const page of new Set(pages)) {
      const { text } = await site.visitor(who).get(page)
      // The search box may show again what was asked for.
      expect([who, page, text.includes(`${canary}ette`) || text.includes(`Source ${canary}`)]).toEqual([
        who,
        page,
        false,
      ])
      await site.undo()
    }
    const own = canaryOf({ id: sides[who].own.section })
    expect((await site.visitor(who).get(`/recherche?q=${own}`)).text).toContain(`Source ${own}`)
  }
  expect(t.failures).toEqual([])
})
