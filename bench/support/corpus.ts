// The corpus of search.md, section 1, in the ready source types of the product: `record(i)` is a pure function of (seed, i), so
// that a batch of any size gives the same records.
import { type Names, names, pick } from './corpus-names.ts'
import { chance, drawing, zipf } from './random.ts'

export interface CorpusPlace {
  id: number
  nom: string
  parent: number | null
  nom_long: string
  chemin: string
}

export interface CorpusSource {
  id: number
  /** Index in TYPES. */
  type: number
  lieu_id: number
  annee_debut: number
  annee_fin: number
}

export interface CorpusRecord {
  id: number
  source_id: number
  data: Record<string, unknown>
}

/** Keys of the models (types-sources/actions/models.ts). */
export const TYPES = ['baptemes', 'mariages_paroissiaux', 'sepultures', 'naissances', 'deces', 'recensement'] as const
export const SECTIONS = 12

const LEVELS = [1, 18, 101, 2054, 33_826]

const KINDS = ['', 'Région ', 'Département ', 'Canton de ', '']

/** The places of a level, spread evenly over those above; communes by chance over the cantons. */
function addLevel(places: CorpusPlace[], level: number, above: readonly number[], draw: Draw): number[] {
  return Array.from({ length: LEVELS[level] ?? 0 }, (_, n) => {
    const id = places.length + 1
    const parent = above[level < 4 ? n % above.length : draw.next() % above.length] ?? null
    const up = parent === null ? undefined : places[parent - 1]
    const nom = up ? `${KINDS[level]}${draw.name()}` : 'France'
    places.push({
      id,
      nom,
      parent,
      nom_long: up ? `${nom}, ${up.nom_long}` : nom,
      chemin: `${up?.chemin ?? '/'}${id}/`,
    })
    return id
  })
}

interface Draw {
  next: () => number
  name: () => string
}

function makePlaces(own: Names, next: () => number): CorpusPlace[] {
  const places: CorpusPlace[] = []
  let above: number[] = []
  for (const level of LEVELS.keys()) above = addLevel(places, level, above, { next, name: own.place })
  return places
}

/** Years of the registers: parishes before 1793, town halls after. */
function years(type: number, next: () => number): [number, number] {
  if (type === 5) {
    const year = 1836 + 5 * (next() % 14)
    return [year, year]
  }
  const isCivil = type === 3 || type === 4
  const from = isCivil ? 1793 + (next() % 90) : 1550 + Math.floor(240 * Math.sqrt((next() % 1000) / 1000))
  return [from, Math.min(1905, from + 5 + (next() % 60))]
}

function makeSources(count: number, places: CorpusPlace[], next: () => number): CorpusSource[] {
  const first = LEVELS.slice(0, 4).reduce((sum, n) => sum + n, 1)
  return Array.from({ length: count }, (_, i) => {
    const lieu_id = first + (next() % (places.length - first + 1))
    const type = i % TYPES.length
    const [annee_debut, annee_fin] = years(type, next)
    return { id: i + 1, type, lieu_id, annee_debut, annee_fin }
  })
}

const two = (n: number): string => String(n).padStart(2, '0')

type Data = Record<string, unknown>

/** Draws the persons and words of one record. */
class Drawer {
  readonly next = chance(0)
  readonly #own: Names
  readonly #surnames = drawing(zipf(20_000, 10, 1), 20)
  readonly #firsts = drawing(zipf(1000, 0.6, 1.35), 16)
  readonly #words = drawing(zipf(3000, 2, 1), 16)
  readonly #local = drawing(zipf(300, 5, 1), 12)
  /** 300 surnames of each département. */
  readonly #locals: Uint32Array[]

  constructor(own: Names, seed: number) {
    this.#own = own
    const next = chance(seed)
    const one = () => this.#surnames[next() & 0xfffff] ?? 0
    this.#locals = Array.from({ length: 101 }, () => Uint32Array.from({ length: 300 }, one))
  }

  surname(departement: number): string {
    const rank =
      this.next() & 1
        ? this.#locals[departement % 101]?.[this.#local[this.next() & 4095] ?? 0]
        : this.#surnames[this.next() & 0xfffff]
    return this.#own.surnames[rank ?? 0] ?? ''
  }

  first(isMan: boolean): string {
    const from = isMan ? this.#own.men : this.#own.women
    const one = () => from[this.#firsts[this.next() & 0xffff] ?? 0] ?? ''
    return this.next() % 4 === 0 ? `${one()} ${one()}` : one()
  }

  person(data: Data, cle: string, isMan: boolean, nom: string): void {
    data[`nom_${cle}`] = nom
    data[`prenom_${cle}`] = this.first(isMan)
  }

  trade(): string {
    return pick(this.next, this.#own.trades)
  }

  notes(): string {
    const length = this.next() % 200
    let text = ''
    while (text.length < length) text += `${text ? ' ' : ''}${this.#own.words[this.#words[this.next() & 0xffff] ?? 0]}`
    return text.slice(0, 200)
  }

  often(tenths: number): boolean {
    return this.next() % 10 < tenths
  }
}

interface Drawn {
  nom: string
  departement: number
  lieu: { id: number; nom_long: string }
}

const WITNESSES: [string, boolean][] = [
  ['temoin_1', true],
  ['temoin_2', true],
]
const MOTHER: [string, boolean] = ['mere', false]
/** Persons beside the father, and whether they are men: in every act of a type, then in seven of ten. */
const ALWAYS: [string, boolean][][] = [
  [MOTHER],
  [
    ['mere_epoux', false],
    ['epouse', false],
  ],
  [MOTHER],
  [MOTHER],
  [MOTHER],
  [],
]
const OFTEN: [string, boolean][][] = [
  [
    ['parrain', true],
    ['marraine', false],
  ],
  [['temoin_1', true]],
  WITNESSES,
  WITNESSES,
  WITNESSES,
  [],
]
const isDeath = (type: number): boolean => type === 2 || type === 4
const TRADE_OF = ['profession_pere', 'profession_epoux', 'profession', 'profession_pere', 'profession', 'profession']
const PLACE_OF = ['domicile', 'origine_epoux', 'domicile', 'domicile_pere', 'domicile', 'lieu_naissance']

/** The fields of an act beside names, date and notes, by type. */
function addFields(data: Data, type: number, d: Drawer, { nom, departement, lieu }: Drawn): void {
  const others = (list: readonly [string, boolean][]) => {
    for (const [cle, isMan] of list) d.person(data, cle, isMan, d.surname(departement))
  }
  const suffix = type === 1 ? '_epoux' : ''
  if (type !== 5) d.person(data, `pere${suffix}`, true, nom)
  others(ALWAYS[type] as [string, boolean][])
  if (d.often(7)) others(OFTEN[type] as [string, boolean][])
  if (isDeath(type) && d.often(5)) others([['conjoint', false]])
  if (d.often(4)) data[TRADE_OF[type] as string] = d.trade()
  data[PLACE_OF[type] as string] = lieu
}

export interface Corpus {
  names: Names
  places: CorpusPlace[]
  sources: CorpusSource[]
  /** From 1. */
  record(i: number): CorpusRecord
}

export function corpus(nbSources = 2000, seed = 20240601): Corpus {
  const own = names(seed)
  const next = chance(seed + 1)
  const places = makePlaces(own, next)
  const sources = makeSources(nbSources, places, next)
  const register = drawing(zipf(nbSources, 300, 1), 16)
  const d = new Drawer(own, seed + 2)
  const departementOf = (lieu: number) => Number(places[lieu - 1]?.chemin.split('/')[3] ?? 0)
  function record(i: number): CorpusRecord {
    d.next.reseed(Math.imul(i, 0x9e3779b1) ^ seed)
    d.next()
    const source = sources[register[d.next() & 0xffff] ?? 0] as CorpusSource
    const departement = departementOf(source.lieu_id)
    const year = source.annee_debut + (d.next() % (source.annee_fin - source.annee_debut + 1))
    const iso = `${year}-${two(1 + (d.next() % 12))}-${two(1 + (d.next() % 28))}`
    const isMan = (d.next() & 1) === 0
    const nom = d.surname(departement)
    const place = places[d.often(2) ? places.length - 1 - (d.next() % 33_000) : source.lieu_id - 1] as CorpusPlace
    const lieu = { id: place.id, nom_long: place.nom_long }
    const data: Data = { date_evenement: { valeur: iso, calendrier: 'gregorien', iso }, nom, prenom: d.first(isMan) }
    addFields(data, source.type, d, { nom, departement, lieu })
    if (d.often(5)) data.notes = d.notes()
    return { id: i, source_id: source.id, data }
  }
  return { names: own, places, sources, record }
}
