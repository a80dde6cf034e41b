import type { Champ } from '../../../src/champs/kind.ts'
import type { ReleveData, ReleveEtats } from '../../../src/db/schema.ts'
import type { Act } from '../../../src/features/export/programmes/rules/placed.ts'
import { dateFromCell } from '../../../src/lib/dates.ts'

/** Draws the same numbers for the same seed (mulberry32). */
export function drawing(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return { next, pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T }
}

const WORDS = [
  ...['LE GOFF', 'HERVÉ', 'd’ARGENTRÉ', 'O’NEILL', 'LA VILLE (de)', 'BŒUF', 'Țepeș', 'Łukasz', 'DUP?NT', "L'HÔTE"],
  ...['laboureur', 'vend ; achète', 'dit "Le Loup"', 'marchand-drapier', '60 ans environ', '3 mois', 'a\\b', '50 €'],
  ...[
    'sœur — de lait',
    'né posthume…',
    'un nom beaucoup trop long pour toute colonne de Nimègue, même la plus large qui soit',
  ],
  ...['illisible en partie', 'Ünal', 'x\u00a0y', 'tab\tulé'],
]
const DATES = [
  ...[
    '08/12/1787',
    '12/1787',
    '1787',
    '178?',
    '17??',
    'vers 1780',
    'avant 1750',
    'après 1750',
    '1780-1785',
    '01/01/0987',
  ],
  ...['09/12/1582 (calendrier julien)', '1549 (calendrier julien)', '14 thermidor an II (calendrier républicain)'],
  ...['2e jour complémentaire an VII (calendrier républicain)', 'thermidor an II (calendrier républicain)'],
  'jour de la Révolution an III (calendrier républicain)',
  'un jour que personne ne sait lire (calendrier républicain)',
]
const PLACES = ['Pleurtuit, Ille-et-Vilaine, Bretagne, France', 'Dol', 'Saint-Malo, Ille-et-Vilaine']

type Draw = ReturnType<typeof drawing>

const dateOf = (cell: string) => {
  const reading = dateFromCell(cell)
  if (!reading.ok) throw new Error(reading.message)
  return reading.value
}

const VALUES: Record<Champ['type'], (draw: Draw, champ: Champ) => unknown> = {
  text: ({ pick }) => pick(WORDS),
  textarea: ({ pick }) => [pick(WORDS), pick(WORDS), '', pick(WORDS)].join('\n'),
  number: ({ next }) => Math.floor(next() * 5000),
  date: ({ pick }) => dateOf(pick(DATES)),
  boolean: ({ next }) => next() < 0.7,
  select: ({ pick }, { options }) => pick(options),
  place: ({ pick }) => {
    const nom_long = pick(PLACES)
    return { id: PLACES.indexOf(nom_long) + 1, nom_long }
  },
}

/** Finds the places that were drawn. */
export const lookup = {
  lieuById: async () => undefined,
  lieuxByNomLong: async (nom: string) =>
    PLACES.filter((place) => place.startsWith(nom)).map((place) => ({
      id: PLACES.indexOf(place) + 1,
      nom_long: place,
    })),
  lieuxSuggested: async () => [],
  lieuxNear: async () => [],
}

/** An act of random values and states, its required fields given; few fields of each act are empty. */
export function drawnAct(draw: Draw, id: number, champs: readonly Champ[]): Act {
  const data: ReleveData = {}
  const etats: ReleveEtats = {}
  for (const champ of champs) {
    const chance = draw.next()
    if (chance < 0.06) etats[champ.nom] = draw.pick(['illisible', 'absent'])
    else if (champ.required || chance < 0.7) {
      data[champ.nom] = VALUES[champ.type](draw, champ)
      if (draw.next() < 0.08) etats[champ.nom] = 'douteux'
    }
  }
  return { id, data, etats }
}

const SHORT = ['LE GOFF', 'Hervé', 'd’ARGENTRÉ', 'BŒUF', 'marin', "L'HÔTE", '60 ans', '12']
const PLAIN: Partial<Record<Champ['type'], (draw: Draw) => unknown>> = {
  text: ({ pick }) => pick(SHORT),
  textarea: ({ pick }) => [pick(SHORT), `suite : ${pick(SHORT)}`].join('\n'),
  number: ({ next }) => 1 + Math.floor(next() * 999),
  date: ({ pick }) => dateOf(pick(['08/12/1787', '12/1787', '1787', '178?', '14/02/1801'])),
  boolean: () => true,
  place: ({ pick }) => ({ id: 2, nom_long: pick(['Dol']) }),
}

/** An age that a comment may say is one of years; a mention is one line. */
function plainValue(draw: Draw, champ: Champ): unknown {
  if (/^age(_|$)/.test(champ.nom))
    return draw.pick(['34 ans', 'environ 60 ans'].slice(0, champ.nom === 'age_epouse' ? 1 : 2))
  if (champ.type === 'textarea' && champ.nom !== 'notes') return draw.pick(SHORT)
  return (PLAIN[champ.type] ?? VALUES[champ.type])(draw, champ)
}

/** An act of values that other programs have room and words for. */
export function plainAct(draw: Draw, id: number, champs: readonly Champ[]): Act {
  const data: ReleveData = {}
  for (const champ of champs) {
    const isGiven = champ.required || champ.nom === 'sexe' || draw.next() < 0.7
    const value = plainValue(draw, champ)
    // Nothing says « inconnu » in these files, and « ? » stands for no sex.
    if (isGiven && value !== 'inconnu') data[champ.nom] = value
  }
  // A death on the day of the act is not told twice.
  if (JSON.stringify(data.date_deces) === JSON.stringify(data.date_evenement)) delete data.date_deces
  return { id, data, etats: {} }
}
