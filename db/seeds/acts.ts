import type { ReleveData, ReleveEtats } from '../../src/db/schema.ts'
import { type CalendarType, isoOfJdn, jdnOf, REPUBLICAN_MONTHS, roman } from '../../src/lib/calendar.ts'
import { type DateValue, readDate } from '../../src/lib/dates.ts'
import { metier, nom, person, prenom } from './people.ts'
import type { Hasard } from './random.ts'

export interface Acte {
  data: ReleveData
  etats: ReleveEtats
}

/** A place as records hold it. */
export interface Domicile {
  id: number
  nom_long: string
}

export interface Registre {
  calendrier: CalendarType
  /** Years of the register; Republican years for the Republican calendar. */
  de: number
  a: number
  domiciles: Domicile[]
}

function date(text: string, calendrier: CalendarType): DateValue {
  const reading = readDate(text, calendrier)
  if (!reading.ok) throw new Error(`demo date « ${text} »: ${reading.message}`)
  return reading.value
}

/** The n-th of `total` acts: registers follow the calendar. Now and then only the month or the year can be read. */
function dateOf(h: Hasard, registre: Registre, n: number, total: number): DateValue {
  const { calendrier, de, a } = registre
  const at = ((n + h.next()) / total) * (a - de + 1)
  const annee = de + Math.floor(at)
  const mois = 1 + Math.floor((at % 1) * 12)
  const jour = h.entier(1, 28)
  if (calendrier === 'republicain') {
    const parts = [`${jour === 1 ? '1er' : jour} `, `${REPUBLICAN_MONTHS[mois - 1]} `, `an ${roman(annee)}`]
    return date(parts.slice(h.chance(0.05) ? 1 : 0).join(''), calendrier)
  }
  const parts = [String(jour).padStart(2, '0'), String(mois).padStart(2, '0'), String(annee)]
  return date(parts.slice(h.chance(0.06) ? h.entier(1, 2) : 0).join('/'), calendrier)
}

/** The day before, in the same calendar; undefined where the day itself is not known. */
function veille(value: DateValue): DateValue | undefined {
  if (value.calendrier === 'republicain' || !/^\d{4}-\d\d-\d\d$/.test(value.valeur)) return undefined
  const [annee = 0, mois = 0, jour = 0] = value.valeur.split('-').map(Number)
  const jdn = jdnOf('gregorien', { annee, mois, jour })
  if (jdn === null || value.calendrier !== 'gregorien') return undefined
  const valeur = isoOfJdn(jdn - 1)
  return { valeur, calendrier: 'gregorien', iso: valeur }
}

/** Leaves out what the register does not tell: no key rather than an empty text. */
const told = (data: Record<string, unknown>): ReleveData =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined && value !== ''))

function parents(h: Hasard, famille: string) {
  return {
    nom_pere: famille,
    prenom_pere: prenom(h, 'M'),
    profession_pere: metier(h, 'M'),
    nom_mere: nom(h),
    prenom_mere: prenom(h, 'F'),
  }
}

/** One act in twelve is hard to read somewhere. */
function etatsOf(h: Hasard, data: ReleveData): ReleveEtats {
  const etats: ReleveEtats = {}
  if (h.chance(0.05) && data.prenom) etats.prenom = 'douteux'
  if (h.chance(0.03) && data.nom_mere) {
    etats.nom_mere = 'illisible'
    delete data.nom_mere
  }
  return etats
}

type Maker = (h: Hasard, registre: Registre, n: number, total: number) => ReleveData

const naissance: Maker = (h, registre, n, total) => {
  const enfant = person(h)
  const jour = dateOf(h, registre, n, total)
  const [un, deux] = [person(h, undefined, 'M'), person(h, undefined, 'F')]
  const republicain = registre.calendrier === 'republicain'
  return told({
    date_evenement: jour,
    numero_acte: (n % 40) + 1,
    date_naissance: veille(jour),
    ...enfant,
    ...parents(h, enfant.nom),
    domicile: republicain ? undefined : h.parmi(registre.domiciles),
    domicile_pere: republicain ? h.parmi(registre.domiciles) : undefined,
    ...(republicain
      ? { nom_temoin_1: un.nom, prenom_temoin_1: un.prenom, nom_temoin_2: deux.nom, prenom_temoin_2: deux.prenom }
      : { nom_parrain: un.nom, prenom_parrain: un.prenom, nom_marraine: deux.nom, prenom_marraine: deux.prenom }),
    ondoye: republicain ? undefined : h.chance(0.06) || undefined,
    notes: h.chance(0.1) ? 'Le père a déclaré ne savoir signer.' : undefined,
  })
}

const mariage: Maker = (h, registre, n, total) => {
  const epoux = person(h, undefined, 'M')
  const epouse = person(h, undefined, 'F')
  return told({
    date_evenement: dateOf(h, registre, n, total),
    nom: epoux.nom,
    prenom: epoux.prenom,
    age_epoux: `${h.entier(20, 48)} ans`,
    domicile_epoux: h.parmi(registre.domiciles),
    profession_epoux: metier(h, 'M'),
    nom_pere_epoux: epoux.nom,
    prenom_pere_epoux: prenom(h, 'M'),
    nom_mere_epoux: nom(h),
    prenom_mere_epoux: prenom(h, 'F'),
    nom_epouse: epouse.nom,
    prenom_epouse: epouse.prenom,
    age_epouse: `${h.entier(18, 42)} ans`,
    nom_pere_epouse: epouse.nom,
    prenom_pere_epouse: prenom(h, 'M'),
    nom_temoin_1: nom(h),
    prenom_temoin_1: prenom(h, 'M'),
    publications: h.chance(0.3) ? 'Dispense d’un ban' : undefined,
  })
}

const deces: Maker = (h, registre, n, total) => {
  const defunt = person(h)
  const age = h.entier(0, 84)
  return told({
    date_evenement: dateOf(h, registre, n, total),
    ...defunt,
    age: age === 0 ? `${h.entier(1, 11)} mois` : `environ ${age} ans`,
    domicile: h.parmi(registre.domiciles),
    profession: age > 15 ? metier(h, defunt.sexe) : undefined,
    nom_conjoint: age > 25 && h.chance(0.6) ? nom(h) : undefined,
    nom_pere: defunt.nom,
    prenom_pere: prenom(h, 'M'),
    lieu_inhumation: h.chance(0.3) ? 'cimetière' : undefined,
    notes: h.chance(0.06) ? 'Noyé en mer, corps retrouvé sur la grève.' : undefined,
  })
}

const SITUATIONS = { M: ['fils', 'domestique', 'père du chef'], F: ['épouse', 'fille', 'domestique'] }

const recensement: Maker = (h, registre, n) => {
  const habitant = person(h)
  return told({
    date_evenement: date(String(registre.de), registre.calendrier),
    rue: h.parmi(['Le Bourg', 'Kermario', 'Le Ménec', 'Saint-Colomban']),
    numero_maison: 1 + Math.floor(n / 4),
    numero_menage: 1 + Math.floor(n / 4),
    numero_ordre: n + 1,
    nom: habitant.nom,
    prenom: habitant.prenom,
    age: h.entier(18, 78),
    situation: n % 4 === 0 ? 'chef de ménage' : h.parmi(SITUATIONS[habitant.sexe]),
    profession: metier(h, habitant.sexe),
  })
}

const MAKERS: Record<string, Maker> = {
  baptemes: naissance,
  naissances: naissance,
  mariages_paroissiaux: mariage,
  sepultures: deces,
  deces,
  recensement,
}

/** `total` acts of a register; `cle` is the key of a ready source type. */
export function actes(h: Hasard, cle: string, registre: Registre, total: number): Acte[] {
  const maker = MAKERS[cle]
  if (!maker) throw new Error(`no demo acts for ${cle}`)
  return Array.from({ length: total }, (_, n) => {
    const data = maker(h, registre, n, total)
    return { etats: etatsOf(h, data), data }
  })
}
