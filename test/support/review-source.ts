// A register as a person typed it, with mistakes whose places are known: for warnings, samples and decisions.
import type { Db, ReleveData, ReleveEtats } from '../../src/db/schema.ts'
import { createReleves } from '../../src/features/releves/actions/records.ts'
import { champsOf } from '../../src/features/types-sources/queries.ts'
import {
  type CalendarType,
  gregorianOfJdn,
  jdnOf,
  julianOfJdn,
  REPUBLICAN_MONTHS,
  republicanOfJdn,
  roman,
} from '../../src/lib/calendar.ts'
import { type DateValue, readDate } from '../../src/lib/dates.ts'
import type { Factories } from './factories.ts'

const words = (text: string): string[] => text.trim().split(/\s*,\s*/)

const SURNAMES =
  words(`MARTIN, LE GOFF, HAMON, ROUXEL, BRIAND, GUILLOU, TANGUY, MORVAN, LE ROUX, HERVÉ, LUCAS, BERTHELOT,
  ROBERT, CADIOU, QUÉMÉNER, DE LA VILLE, COLLET, LE BRETON, PERRIN, JOUAN, LEMOINE, GAUTIER, CHEVALIER, MENGUY, RENAULT,
  LE FLOCH, DUVAL, BOUVIER, ALLAIN, KERVELLA`)
/** They come once or twice, and are one letter away from nobody. */
const RARE = words(
  'TRÉHOUART, SURCOUF, MAUPERTUIS, GROUT DE LA MOTTE, POULLAIN, JAZIER, O’MURPHY, VANDEWALLE, BASCHAMPS, FICHET',
)
const MEN =
  words(`Jean, Pierre, François, Guillaume, Jacques, Louis, Julien, Joseph, Mathurin, Yves, Michel, Charles, Étienne,
  Nicolas, Thomas, Jean-Baptiste, Olivier, Noël, Laurent, Alain`)
const WOMEN =
  words(`Marie, Anne, Jeanne, Françoise, Perrine, Julienne, Marguerite, Guillemette, Thérèse, Louise, Catherine,
  Hélène, Mathurine, Jacquemine, Renée, Gillette, Marie-Anne, Charlotte, Geneviève, Olive`)
const TRADES =
  words(`laboureur, marin, journalier, tisserand, charpentier de navire, tailleur d’habits, meunier, cordonnier,
  capitaine de navire, pêcheur, maçon, tonnelier, boulanger, matelot, forgeron`)
const WOMENS_TRADES = words('fileuse, lingère, ménagère, revendeuse, couturière')
const NOTES = words('Parrain absent\u00a0: a signé pour lui le sacristain., Acte bâtonné en marge., Encre pâlie.')

/** Gives the same numbers each time. */
class Dice {
  #state: number
  constructor(seed: number) {
    this.#state = seed
  }
  under(n: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * n)
  }
  of<T>(list: readonly T[]): T {
    return list[this.under(list.length)] as T
  }
  /** The first ones of the list come most often, as names do. */
  often<T>(list: readonly T[]): T {
    return list[Math.floor((this.under(1000) / 1000) ** 1.6 * list.length)] as T
  }
  isOneIn(n: number): boolean {
    return this.under(n) === 0
  }
}

interface Made {
  data: ReleveData
  etats: ReleveEtats
}

const pad = (n: number): string => String(n).padStart(2, '0')

/** A day as a register of its time writes it. */
function dayIn(jdn: number, calendrier: CalendarType): DateValue {
  const republican = republicanOfJdn(jdn)
  const civil = calendrier === 'julien' ? julianOfJdn(jdn) : gregorianOfJdn(jdn)
  const text =
    calendrier === 'republicain' && republican
      ? republican.mois > 12
        ? `${republican.jour}e jour complémentaire an ${roman(republican.annee)}`
        : `${republican.jour} ${REPUBLICAN_MONTHS[republican.mois - 1]} an ${roman(republican.annee)}`
      : `${pad(civil.jour)}/${pad(civil.mois)}/${civil.annee}`
  const reading = readDate(text, calendrier)
  if (!reading.ok) throw new Error(`${text}: ${reading.message}`)
  return reading.value
}

/** The town hall wrote its dates in the calendar of the Republic from that day on. */
const REPUBLIC = jdnOf('gregorien', { annee: 1792, mois: 11, jour: 1 }) ?? 0

interface Place {
  id: number
  nom_long: string
}

interface Register {
  from: number
  to: number
  acts: number
  seed: number
  places: readonly Place[]
}

function child(dice: Dice, jdn: number, places: readonly Place[]): Made {
  const isBoy = dice.isOneIn(2)
  const nom = dice.isOneIn(40) ? dice.of(RARE) : dice.often(SURNAMES)
  const calendrier: CalendarType = jdn >= REPUBLIC ? 'republicain' : 'gregorien'
  const firstNames = isBoy ? MEN : WOMEN
  const prenom = dice.often(firstNames)
  const second = dice.of(firstNames)
  const data: ReleveData = {
    date_evenement: dayIn(jdn, dice.isOneIn(60) && jdn < REPUBLIC ? 'julien' : calendrier),
    nom,
    prenom: dice.isOneIn(3) && second !== prenom ? `${prenom} ${second}` : prenom,
    sexe: isBoy ? 'M' : 'F',
    legitimite: dice.isOneIn(30) ? 'naturel' : 'légitime',
    nom_pere: nom,
    prenom_pere: dice.often(MEN),
    profession_pere: dice.often(TRADES),
    domicile: dice.of(places),
    nom_mere: dice.often(SURNAMES),
    prenom_mere: dice.often(WOMEN),
    nom_parrain: dice.often(SURNAMES),
    prenom_parrain: dice.often(MEN),
    nom_marraine: dice.often(SURNAMES),
    prenom_marraine: dice.often(WOMEN),
    ...(dice.isOneIn(2) && { date_naissance: dayIn(jdn - dice.under(3), calendrier) }),
    ...(dice.isOneIn(12) && { ondoye: true }),
    ...(dice.isOneIn(25) && { pere_decede: true }),
    ...(dice.isOneIn(40) && { mere_decedee: true }),
    ...(dice.isOneIn(4) && { profession_mere: dice.of(WOMENS_TRADES) }),
    ...(dice.isOneIn(5) && { commentaire_parrain: 'oncle paternel' }),
    ...(dice.isOneIn(5) && { commentaire_marraine: 'aïeule de l’enfant' }),
    ...(dice.isOneIn(50) && { mention_marginale: `Marié à Saint-Servan en ${1800 + dice.under(20)}.` }),
    ...(dice.isOneIn(40) && { notes: dice.of(NOTES) }),
  }
  return { data, etats: {} }
}

/** Acts as the register has them, without a mistake. */
function register({ from, to, acts, seed, places }: Register): Made[] {
  const dice = new Dice(seed)
  const first = jdnOf('gregorien', { annee: from, mois: 1, jour: 2 }) ?? 0
  const last = jdnOf('gregorien', { annee: to, mois: 12, jour: 28 }) ?? 0
  let [year, numero, vue] = [from, 0, 3]
  return Array.from({ length: acts }, (_, at) => {
    const jdn = first + Math.floor(((last - first) * at) / acts) + dice.under(3)
    const made = child(dice, jdn, places)
    const { annee } = gregorianOfJdn(jdn)
    numero = annee === year ? numero + 1 : 1
    year = annee
    if (at % 8 === 0) vue += 1
    return { ...made, data: { ...made.data, vue: String(vue), numero_acte: numero } }
  })
}

/** A mistake of whoever typed; `genre`: the kind of warning that points at it, null where no machine can see it. */
export interface Planted {
  /** Its place among the acts as they were typed. */
  at: number
  genre: string | null
  what: string
  releve_id: number
}

type Plant = (act: ReleveData) => Record<string, unknown>

const setDate = (act: ReleveData, days: number): DateValue => {
  const { iso } = act.date_evenement as DateValue
  const [annee = 0, mois = 0, jour = 0] = (iso ?? '').split('-').map(Number)
  const jdn = (jdnOf('gregorien', { annee, mois, jour }) ?? 0) + days
  return dayIn(jdn, 'gregorien')
}

const YEAR = 365

/** Place in the register, kind, what was done, what becomes of the act. */
const MISTAKES: readonly [number, string | null, string, Plant][] = [
  [12, 'nom_rare', 'une lettre de trop peu dans le nom du parrain', () => ({ nom_parrain: 'MARTN' })],
  [47, 'nom_rare', 'MARTIN lu MARTIM', () => ({ nom: 'MARTIM' })],
  [133, 'nom_rare', 'HAMON lu HANON', () => ({ nom_mere: 'HANON' })],
  [260, 'nom_rare', 'LE GOFF lu LE COFF', () => ({ nom_marraine: 'LE COFF' })],
  [71, 'prenom_inconnu', 'Françoise lu Françoite', () => ({ prenom_mere: 'Françoite' })],
  [188, 'prenom_inconnu', 'Guillaume lu Guillaunne', () => ({ prenom_pere: 'Guillaunne' })],
  [301, 'prenom_inconnu', 'deux lettres changées', () => ({ prenom: 'Jaequs', sexe: 'M' })],
  [25, 'date_hors', 'un siècle trop tard', (act) => ({ date_evenement: setDate(act, 100 * YEAR + 24) })],
  [150, 'date_hors', 'dix ans trop tôt', (act) => ({ date_evenement: setDate(act, -11 * YEAR) })],
  [59, 'date_recule', 'le mois d’avant', (act) => ({ date_evenement: setDate(act, -31) })],
  [112, 'date_recule', 'le mois d’après', (act) => ({ date_evenement: setDate(act, 92) })],
  [222, 'date_recule', 'l’année d’avant', (act) => ({ date_evenement: setDate(act, -YEAR) })],
  [141, 'numero_ordre', 'deux chiffres changés de place', () => ({ numero_acte: 91 })],
  [96, 'naissance_apres', 'le mois d’après', (act) => ({ date_naissance: setDate(act, 28) })],
  [205, 'naissance_apres', 'l’année d’après', (act) => ({ date_naissance: setDate(act, YEAR) })],
  [33, 'sexe_prenom', 'une fille cochée garçon', () => ({ prenom: 'Perrine', sexe: 'M' })],
  [170, 'sexe_prenom', 'un garçon coché fille', () => ({ prenom: 'Guillaume', sexe: 'F' })],
  [285, 'sexe_prenom', 'parrain et marraine échangés', () => ({ prenom_parrain: 'Jeanne', prenom_marraine: 'Jean' })],
  [121, 'vue_saut', 'un chiffre doublé', (act) => ({ vue: `${act.vue}1` })],
  [247, 'vue_saut', 'un chiffre oublié', (act) => ({ vue: String(act.vue).slice(1) })],
  [
    310,
    'valeur_longue',
    'deux champs dans un seul',
    (act) => ({ prenom_mere: `${act.prenom_mere} fille de feu Olivier et de Perrine` }),
  ],
  [84, 'valeur_voisine', 'laboureur mal frappé', () => ({ profession_pere: 'labourerur' })],
  // No machine can see these: another name that is a name, another trade that is a trade.
  [40, null, 'Jean lu Jacques', () => ({ prenom_pere: 'Jacques' })],
  [163, null, 'marin pour matelot', () => ({ profession_pere: 'marin' })],
  [239, null, 'nom de la mère pour celui de la marraine', () => ({ nom_marraine: 'ROUXEL' })],
]

/** These acts of the register were not typed; this one was typed twice; from this one on a trade was carried over. */
const LEFT_OUT = [66, 330]
const TWICE = [103, 276]
const CARRIED = { at: 350, acts: 34 }

type Typed = Made & { mistake?: Omit<Planted, 'at' | 'releve_id'> }

function typed(acts: readonly Made[]): Typed[] {
  const mistakes = new Map(MISTAKES.map(([at, genre, what, plant]) => [at, { genre, what, plant }]))
  return acts.flatMap((act, at): Typed[] => {
    if (LEFT_OUT.includes(at)) return []
    const { plant, ...mistake } = mistakes.get(at) ?? {}
    const isCarried = at >= CARRIED.at && at < CARRIED.at + CARRIED.acts
    const data = { ...act.data, ...plant?.(act.data), ...(isCarried && { profession_pere: 'sacristain' }) }
    const one: Typed = { ...act, data, ...(plant && { mistake: mistake as NonNullable<Typed['mistake']> }) }
    if (LEFT_OUT.includes(at - 1)) one.mistake = { genre: 'numero_manquant', what: 'l’acte d’avant est oublié' }
    if (at === CARRIED.at) one.mistake = { genre: 'report', what: 'métier repris trente-quatre fois' }
    return TWICE.includes(at) ? [one, { ...one, mistake: { genre: 'jumeau', what: 'acte saisi deux fois' } }] : [one]
  })
}

/** The register itself has what may astonish: nobody's mistake. */
function oddities(acts: Made[]): void {
  const change = (at: number, data: Record<string, unknown>, etats: ReleveEtats = {}) => {
    const act = acts[at]
    if (act) acts[at] = { data: { ...act.data, ...data }, etats: { ...act.etats, ...etats } }
  }
  change(18, { prenom: 'Claude', sexe: 'F' })
  change(19, { prenom_pere: 'Tugdual' })
  for (const at of [52, 200]) change(at, { date_evenement: readDay(`vers ${yearOf(acts[at])}`) })
  change(92, { date_evenement: readDay(`03/${yearOf(acts[92])}`) })
  // An act written down late, as its margin says.
  const late = setDate(acts[232]?.data ?? {}, -45)
  change(232, { date_evenement: late, date_naissance: late, mention_marginale: 'Omis en son lieu.' })
  // Twins: two children of one day.
  change(181, { ...acts[180]?.data, prenom: 'Olivier', sexe: 'M', numero_acte: acts[181]?.data.numero_acte })
  change(75, { prenom_mere: null }, { prenom_mere: 'illisible' })
  change(160, {}, { nom_parrain: 'douteux' })
  change(290, { nom_marraine: null }, { nom_marraine: 'absent' })
}

function readDay(text: string): DateValue {
  const reading = readDate(text, 'gregorien')
  if (!reading.ok) throw new Error(`${text}: ${reading.message}`)
  return reading.value
}

const yearOf = (act: Made | undefined): string =>
  ((act?.data.date_evenement as DateValue | undefined)?.iso ?? '').slice(0, 4)

interface Options {
  db: Db
  make: Factories
  section: { id: number }
  author: { id: number }
  now?: string
}

/**
 * 412 baptisms of 1785 to 1794 with thirty mistakes, and beside them, in the same section, the 320 acts of the register before, which
 * has none.
 */
export async function reviewSource({ db, make, section, author, now = '2026-11-20T10:00:00.000Z' }: Options) {
  const type = await make.readyType('baptemes')
  const champs = await champsOf(db, type.id)
  const town = await make.lieu({ nom: 'Saint-Malo' })
  const places = await Promise.all(
    ['Saint-Servan', 'Paramé', 'Rothéneuf'].map((nom) => make.lieu({ nom, parent: town })),
  )
  const homes = [town, ...places].map(({ id, nom_long }) => ({ id, nom_long }))
  const write = (source: { id: number }, rows: readonly Made[]) => {
    const bare = rows.map(({ data, etats }) => ({ data: held(data), etats }))
    return db.transaction().execute((trx) => createReleves(trx, source.id, champs, bare, { user_id: author.id, now }))
  }
  const before = await make.source({
    titre: 'Saint-Malo, baptêmes 1775-1784',
    type,
    section,
    annee_debut: 1775,
    annee_fin: 1784,
  })
  await write(before, register({ from: 1775, to: 1784, acts: 320, seed: 7, places: homes }))
  const source = await make.source({
    titre: 'Saint-Malo, baptêmes 1785-1794',
    type,
    section,
    annee_debut: 1785,
    annee_fin: 1794,
  })
  const acts = register({ from: 1785, to: 1794, acts: 412, seed: 11, places: homes })
  oddities(acts)
  const rows = typed(acts)
  const ids = await write(source, rows)
  const planted = rows.flatMap(({ mistake }, at): Planted[] =>
    mistake ? [{ ...mistake, at, releve_id: ids[at] ?? 0 }] : [],
  )
  return { source, champs, ids, planted }
}

/** A record has no fields that hold nothing. */
const held = (data: ReleveData): ReleveData =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null && value !== undefined))
