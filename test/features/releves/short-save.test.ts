// The short save of the script is held against what the whole form would send.
import { expect, test } from 'vitest'
import { fieldName } from '../../../src/champs/index.ts'
import type { Champ, Lookup } from '../../../src/champs/kind.ts'
import { readChamps } from '../../../src/champs/read.ts'
import { wholeNames } from '../../../src/champs/short-names.ts'
import { FIELD_TYPES, type FieldType } from '../../../src/db/schema.ts'
import { previousRaw } from '../../../src/features/releves/rules/previous.ts'
import { unlikeSent } from '../../../src/features/releves/rules/unlike-sent.ts'
import type { Body } from '../../../src/lib/body.ts'

const { asSent, brief, shorten } = await import(new URL('../../../static/js/saisie-corps.js', import.meta.url).href)

const PLACE = { id: 7, nom_long: 'Saint-Éloi & Cie' }
const lookup: Lookup = {
  lieuById: async (id) => (id === PLACE.id ? PLACE : undefined),
  lieuxByNomLong: async (name) => (name === PLACE.nom_long ? [PLACE] : []),
  lieuxSuggested: async () => [],
  lieuxNear: async () => [],
}

const champOf = (type: FieldType, id: number, nom: string = type): Champ => ({
  ...{ id, nom, label: nom, type, politique: 'vide', majuscules: true, required: false, completion: false },
  ...{ options: ['M', 'F'], aide: null, groupe: null, partie: null },
})
const CHAMPS = [...FIELD_TYPES.map((type, n) => champOf(type, 30 + n)), champOf('text', 99, 'constructor')]

/** Each control may hold these values. */
const HELD: Record<FieldType, [part: string, values: string[]][]> = {
  text: [['data', ['', 'Évêché, 50 % + 1 & fils = 2', 'été  x', '?']]],
  textarea: [['data', ['', 'deux\nlignes', ' deux\r\nlignes ']]],
  number: [['data', ['', '12', '12.50', '007']]],
  date: [
    ['valeur', ['', '12/8/1787', '14 thermidor an II', '178?']],
    ['calendrier', ['gregorien', 'julien', 'republicain']],
  ],
  boolean: [['data', ['', 'oui', 'non']]],
  select: [['data', ['', 'F', 'X']]],
  place: [
    ['texte', ['', PLACE.nom_long, 'nulle part']],
    ['data', ['', '7', '8']],
    ['montre', ['', '7']],
    ['recherche', ['', 'nulle part']],
  ],
}
const NAMES: Record<string, (name: string) => string> = {
  ...{ data: (name) => name, valeur: (name) => `${name}[valeur]`, calendrier: (name) => `${name}[calendrier]` },
  ...{ texte: (name) => `texte:${name}`, montre: (name) => `montre:${name}`, recherche: (name) => `recherche:${name}` },
}

/** Every way to fill in a field: [name, value] of its controls. */
function waysOf(champ: Champ): [string, string][][] {
  let ways: [string, string][][] = [[]]
  for (const [part, values] of HELD[champ.type]) {
    const name = (NAMES[part] as (name: string) => string)(fieldName(champ))
    ways = ways.flatMap((way) => values.map((value) => [...way, [name, value] as [string, string]]))
  }
  const etats = ['sur', 'douteux'].flatMap((etat) => ways.map((way) => [...way, [`etats[${champ.nom}]`, etat]]))
  // An illegible field has disabled controls, which send nothing.
  return [...etats, [[`etats[${champ.nom}]`, 'illisible']]] as [string, string][][]
}

/** The controls of a form by their names, as `pairs` fills them. */
const formWith = (pairs: readonly [string, string][]) => ({
  elements: Object.fromEntries(
    pairs.map(([name, value]) => {
      const champ = CHAMPS.find(({ nom }) => name.includes(`[${nom}]`))
      return [name, { value, closest: () => ({ dataset: { n: champ?.id.toString(36) } }) }]
    }),
  ),
})

/** The body that goes over the line. */
function sentBy(pairs: [string, string][]): string {
  const data = new FormData()
  for (const [name, value] of [['_envoi', 'abcdefghij'], ['_forme_de', 'abcdefghij'], ...pairs])
    data.append(name ?? '', value ?? '')
  shorten(formWith(pairs), data)
  return brief.encodeParameters(null, data)
}

const received = (body: string): Body => wholeNames(CHAMPS, Object.fromEntries(new URLSearchParams(body)))

test.each(CHAMPS.map((champ) => [champ.nom, champ] as const))('%s is read as if all was sent', async (_nom, champ) => {
  for (const pairs of waysOf(champ)) {
    const body = sentBy(pairs)
    expect(body, body).not.toMatch(/data|etats|sur\b|gregorien|_forme_de/)
    const short = await readChamps([champ], received(body), lookup)
    const whole = await readChamps([champ], Object.fromEntries(pairs), lookup)
    const { values, etats, errors, remarks, candidates } = whole
    expect(short, JSON.stringify(pairs)).toMatchObject({ values, etats, errors, remarks, candidates })
    expect(Object.keys(short.values)).toEqual(Object.keys(values))
    // The form shows these again where something else is wrong.
    const isShown = ([name, value]: [string, string]) =>
      !/^(recherche|montre):/.test(name) && value !== 'sur' && value !== 'gregorien'
    for (const [name] of pairs.filter(isShown)) expect([name, short.raw[name] ?? '']).toEqual([name, whole.raw[name]])
  }
})

test.each(CHAMPS.map((champ) => [champ.nom, champ] as const))(
  '« idem » of %s has what is stored',
  async (_nom, champ) => {
    for (const pairs of waysOf(champ)) {
      const posted = received(sentBy(pairs))
      const { values: data, etats, errors } = await readChamps([champ], posted, lookup)
      if (Object.keys(errors).length > 0) continue
      const previous = previousRaw([champ], { data, etats }, new Map())
      const told = unlikeSent(previous, posted)
      const known = asSent(told)
      expect({ ...known[champ.nom] }, JSON.stringify(pairs)).toEqual({ ...previous.get(champ.nom) })
    }
  },
)

test('nothing is told again that was stored as it was sent', async () => {
  const champ = champOf('text', 30)
  const posted = received(sentBy([['data[text]', 'LE GOFF']]))
  const { values: data, etats } = await readChamps([champ], posted, lookup)
  expect(unlikeSent(previousRaw([champ], { data, etats }, new Map()), posted)).toEqual({})
})

test('names that no field has stay as they are', () => {
  expect(wholeNames(CHAMPS, { '.zz': 'a', _csrf: 'b', '?u': 'c', 'data[nom]': 'd' })).toEqual({
    ...{ '.zz': 'a', _csrf: 'b', '?u': 'c', 'data[nom]': 'd' },
  })
  expect(Object.keys(wholeNames(CHAMPS, { '!2r': 'absent', '.2r': 'x' }))).toEqual([
    'etats[constructor]',
    'data[constructor]',
  ])
})

test('the key that a form was signed for goes where it is another one', () => {
  const data = new FormData()
  data.append('_envoi', 'a')
  data.append('_forme_de', 'b')
  shorten({ elements: {} }, data)
  expect(brief.encodeParameters(null, data)).toBe('_envoi=a&_forme_de=b')
})
