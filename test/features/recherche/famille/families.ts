// Two hundred invented families, drawn by chance that is the same at each run: what each act says is known beforehand.
import { Hasard } from '../../../../db/seeds/random.ts'
import type { ReleveData } from '../../../../src/db/schema.ts'
import { isoOfJdn, jdnOfIso } from '../../../../src/lib/calendar.ts'
import { MEN, SURNAMES, WOMEN, WORK } from './names.ts'

export const KINDS = [
  ...['plain', 'same surname', 'cousin of the same name', 'cousin of another first name', 'mother without a name'],
  ...['particles', 'twins', 'posthumous', 'homonym', 'two couples', 'spelling', 'neighbours', 'banns'],
] as const
export type Kind = (typeof KINDS)[number]

export type TypeKey = 'baptemes' | 'mariages_paroissiaux' | 'sepultures'

/** A record of an invented family. */
export interface MadeAct {
  id: number
  /** Families that it is an act of, as of a couple: by the number of the family. */
  family: number
  type: TypeKey
  /** Number of the place. */
  lieu: number
  annee: number
  /** The couple or a child is what the act is about; « pas nommée » of one whose mother has no surname. */
  says: 'own' | 'child' | 'unnamed' | 'double'
  data: ReleveData
}

export interface MadeFamily {
  number: number
  kind: Kind
  nom: string
  prenom: string
  nom2: string
  prenom2: string
  lieu: number
  /** Year of the wedding. */
  annee: number
  acts: MadeAct[]
  /** The wedding in which one of them, who is left, marries again. */
  remarriage?: MadeAct
}

/** Places in pairs of neighbours: 0 with 1, 2 with 3… */
export const PLACES = 8

const YEAR = 365

interface Person {
  noms: readonly string[]
  prenoms: readonly string[]
}

/** Writes the acts of one family after the other. */
class Maker {
  readonly families: MadeFamily[] = []
  readonly #hasard: Hasard
  #acts = 0
  readonly #taken = new Set<string>()

  constructor(seed: number) {
    this.#hasard = new Hasard(seed)
  }

  chance(percent: number): boolean {
    return this.#hasard.chance(percent / 100)
  }
  between(from: number, to: number): number {
    return this.#hasard.entier(from, to)
  }
  pick<T>(list: readonly T[]): T {
    return list[this.between(0, list.length - 1)] as T
  }

  /** A couple that no other family of the place or its neighbour bears, unless it is meant. */
  couple(lieu: number, noms: readonly string[][] = SURNAMES, isSame = false): { man: Person; woman: Person } {
    for (;;) {
      const his = this.pick(noms)
      const man = { noms: his, prenoms: this.pick(MEN) }
      const woman = { noms: isSame ? his : this.pick(SURNAMES), prenoms: this.pick(WOMEN) }
      if (!isSame && woman.noms === his) continue
      const key = [Math.floor(lieu / 2), ...[man.noms[0], woman.noms[0]].sort()].join(' ')
      if (this.#taken.has(key)) continue
      this.#taken.add(key)
      return { man, woman }
    }
  }

  add(
    family: MadeFamily,
    act: Omit<MadeAct, 'id' | 'family' | 'annee' | 'lieu'> & { jdn: number; lieu?: number },
  ): MadeAct {
    const { jdn, lieu = family.lieu, ...rest } = act
    const iso = isoOfJdn(jdn)
    this.#acts += 1
    const made: MadeAct = {
      ...{ ...rest, lieu, id: this.#acts, family: family.number, annee: Number(iso.slice(0, 4)) },
      data: {
        date_evenement: { valeur: iso, calendrier: 'gregorien', iso },
        numero_acte: this.between(1, 90),
        ...act.data,
      },
    }
    family.acts.push(made)
    return made
  }

  day(annee: number): number {
    return (jdnOfIso(`${annee}-01-01`) ?? 0) + this.between(0, YEAR - 1)
  }
}

interface Plan {
  kind: Kind
  lieu: number
  man: Person
  woman: Person
  annee: number
  work: string
  /** Percent of names that are written in another way. */
  drift?: number
  /** Years in which this couple has children. */
  fertile?: number
  /** The family that the groom is the widower of. */
  before?: MadeFamily
}

const usual = ({ noms, prenoms }: Person) => ({ nom: noms[0] ?? '', prenom: prenoms[0] ?? '' })

function written(maker: Maker, { noms, prenoms }: Person, drift: number): { nom: string; prenom: string } {
  return {
    nom: maker.chance(drift) ? maker.pick(noms) : (noms[0] ?? ''),
    prenom: maker.chance(drift / 2) ? maker.pick(prenoms) : (prenoms[0] ?? ''),
  }
}

function parents(
  maker: Maker,
  { man, woman, drift = 0 }: Plan,
  what: Partial<Record<'unnamed' | 'noFirst', boolean>> = {},
): ReleveData {
  const [his, hers] = [written(maker, man, drift), written(maker, woman, drift)]
  return {
    ...{ nom_pere: his.nom, prenom_pere: his.prenom },
    ...(what.unnamed ? {} : { nom_mere: hers.nom }),
    ...(what.noFirst ? {} : { prenom_mere: hers.prenom }),
  }
}

function wedding(maker: Maker, family: MadeFamily, plan: Plan, jdn: number): void {
  const [his, hers] = [written(maker, plan.man, plan.drift ?? 0), written(maker, plan.woman, plan.drift ?? 0)]
  const data = {
    ...{ nom: his.nom, prenom: his.prenom, nom_epouse: hers.nom, prenom_epouse: hers.prenom },
    ...{
      age_epoux: String(maker.between(22, 32)),
      age_epouse: String(maker.between(18, 26)),
      profession_epoux: plan.work,
    },
    ...{ nom_pere_epoux: his.nom, prenom_pere_epoux: maker.pick(MEN)[0], nom_pere_epouse: hers.nom },
    ...(plan.before ? { nom_veuvage_epoux: plan.before.nom2, prenom_veuvage_epoux: plan.before.prenom2 } : {}),
  }
  const act = maker.add(family, { type: 'mariages_paroissiaux', says: 'own', jdn, data })
  if (plan.before) plan.before.remarriage = act
  // The banns are read in the bride's parish too, where a register keeps them.
  if (plan.kind !== 'banns') return
  const lieu = family.lieu ^ 1
  maker.add(family, { type: 'mariages_paroissiaux', says: 'double', jdn: jdn - 12, lieu, data })
}

interface Child {
  prenom: string
  jdn: number
  isBoy: boolean
}

function baptism(maker: Maker, family: MadeFamily, plan: Plan, child: Child, isPosthumous = false): void {
  const unnamed = plan.kind === 'mother without a name' && maker.chance(30)
  const noFirst = plan.kind === 'mother without a name' && !unnamed && maker.chance(30)
  const lieu = plan.kind === 'neighbours' && maker.chance(40) ? family.lieu ^ 1 : family.lieu
  const told = parents(maker, plan, { unnamed, noFirst })
  const data = {
    ...{ nom: told.nom_pere, prenom: child.prenom, sexe: child.isBoy ? 'M' : 'F', ...told },
    profession_pere: maker.chance(85) ? plan.work : maker.pick(WORK),
    ...(isPosthumous ? { pere_decede: true, legitimite: 'posthume' } : {}),
  }
  maker.add(family, { type: 'baptemes', says: unnamed ? 'unnamed' : 'own', jdn: child.jdn, lieu, data })
}

function burial(maker: Maker, family: MadeFamily, plan: Plan, child: Child, jdn: number): void {
  const years = Math.floor((jdn - child.jdn) / 365.25)
  const age = years > 0 ? `${years} ans` : `${Math.max(1, Math.round((jdn - child.jdn) / 30))} mois`
  const told = parents(maker, plan)
  maker.add(family, {
    type: 'sepultures',
    says: 'child',
    jdn,
    data: { nom: told.nom_pere, prenom: child.prenom, age, ...told },
  })
}

function marriageOf(maker: Maker, family: MadeFamily, plan: Plan, child: Child): void {
  const told = parents(maker, plan)
  const names = { nom: told.nom_pere, prenom: child.prenom }
  const partner = { nom: maker.pick(SURNAMES)[0], prenom: maker.pick(child.isBoy ? WOMEN : MEN)[0] }
  const side = child.isBoy ? 'epoux' : 'epouse'
  const [groom, bride] = child.isBoy ? [names, partner] : [partner, names]
  const kin = Object.fromEntries(Object.entries(told).map(([nom, value]) => [`${nom}_${side}`, value]))
  const data = { ...groom, nom_epouse: bride.nom, prenom_epouse: bride.prenom, ...kin }
  maker.add(family, {
    type: 'mariages_paroissiaux',
    says: 'child',
    jdn: child.jdn + maker.between(20, 27) * YEAR,
    data,
  })
}

/** Chooses the life of a child: buried young, married, or nothing that is known. */
function life(maker: Maker, family: MadeFamily, plan: Plan, child: Child): boolean {
  if (maker.chance(28)) {
    burial(maker, family, plan, child, child.jdn + maker.between(20, 5 * YEAR))
    return true
  }
  if (maker.chance(35)) marriageOf(maker, family, plan, child)
  return false
}

function firstName(maker: Maker, isBoy: boolean, used: ReadonlySet<string>): string {
  for (;;) {
    const prenom = maker.pick(isBoy ? MEN : WOMEN)[0] ?? ''
    if (!used.has(prenom) || used.size > 9) return prenom
  }
}

/** The children one after the other, until the years are over; the day of the last. */
function children(maker: Maker, family: MadeFamily, plan: Plan, from: number): number {
  const used = new Set<string>()
  let jdn = from + maker.between(290, 600)
  const end = from + (plan.fertile ?? maker.between(8, 17)) * YEAR
  let n = 0
  for (; jdn < end; jdn += maker.between(400, 1100)) {
    const isBoy = maker.chance(50)
    const child = { prenom: firstName(maker, isBoy, used), jdn, isBoy }
    used.add(child.prenom)
    n += 1
    baptism(maker, family, plan, child)
    if (plan.kind === 'twins' && n === 2) {
      const twin = { prenom: firstName(maker, !isBoy, used), jdn, isBoy: !isBoy }
      used.add(twin.prenom)
      baptism(maker, family, plan, twin)
    }
    if (plan.kind === 'homonym' && n === 2) {
      burial(maker, family, plan, child, jdn + 200)
      jdn += 500
      baptism(maker, family, plan, { ...child, jdn })
      continue
    }
    life(maker, family, plan, child)
  }
  return jdn
}

/** One of the two is buried as the spouse of the other. */
function spousesBurial(
  maker: Maker,
  family: MadeFamily,
  { man, woman, drift = 0 }: Plan,
  who: 'man' | 'woman',
  jdn: number,
): void {
  const [dead, left] = who === 'man' ? [man, woman] : [woman, man]
  const [his, hers] = [written(maker, dead, drift), written(maker, left, drift)]
  const data = { nom: his.nom, prenom: his.prenom, age: '45 ans', nom_conjoint: hers.nom, prenom_conjoint: hers.prenom }
  maker.add(family, { type: 'sepultures', says: 'own', jdn, data })
}

function made(maker: Maker, plan: Plan): { family: MadeFamily; last: number } {
  const [man, woman] = [usual(plan.man), usual(plan.woman)]
  const names = { nom: man.nom, prenom: man.prenom, nom2: woman.nom, prenom2: woman.prenom }
  const { kind, lieu, annee } = plan
  const family: MadeFamily = { number: maker.families.length, kind, ...names, lieu, annee, acts: [] }
  maker.families.push(family)
  const jdn = maker.day(annee)
  // Not all registers of weddings are left, or transcribed.
  if (plan.before || kind === 'banns' || maker.chance(70)) wedding(maker, family, plan, jdn)
  const last = children(maker, family, plan, jdn)
  return { family, last }
}

function familyOf(maker: Maker, kind: Kind): void {
  const lieu = maker.between(0, PLACES - 1)
  const drift = kind === 'spelling' ? 60 : kind === 'particles' ? 50 : 5
  const some = SURNAMES.filter(([nom = '']) => nom.includes(' '))
  const plan: Plan = {
    ...{ kind, lieu, drift, annee: maker.between(1660, 1760), work: maker.pick(WORK) },
    ...maker.couple(lieu, kind === 'particles' ? some : SURNAMES, kind === 'same surname'),
  }
  if (kind === 'two couples') {
    made(maker, plan)
    const work = maker.chance(75) ? maker.pick(WORK.filter((one) => one !== plan.work)) : plan.work
    made(maker, { ...plan, work, annee: plan.annee + maker.between(-4, 8) })
    return
  }
  if (kind.startsWith('cousin')) {
    const { family, last } = made(maker, { ...plan, fertile: 5 })
    spousesBurial(maker, family, plan, 'woman', last)
    const prenoms =
      kind === 'cousin of the same name'
        ? plan.woman.prenoms
        : maker.pick(WOMEN.filter((list) => list !== plan.woman.prenoms))
    const annee = Number(isoOfJdn(last + 2 * YEAR).slice(0, 4))
    made(maker, { ...plan, annee, woman: { ...plan.woman, prenoms }, fertile: 8, before: family })
    return
  }
  const { family, last } = made(maker, plan)
  if (kind === 'posthumous') {
    spousesBurial(maker, family, plan, 'man', last + 10)
    const isBoy = maker.chance(50)
    const child = { prenom: firstName(maker, isBoy, new Set()), jdn: last + 10 + maker.between(60, 240), isBoy }
    baptism(maker, family, plan, child, true)
  } else if (maker.chance(40))
    spousesBurial(maker, family, plan, maker.chance(50) ? 'man' : 'woman', last + maker.between(400, 3000))
}

/** Two hundred families and more acts than that; ids from 1 in the order of the list. */
export function madeFamilies(seed: number, n = 200): MadeFamily[] {
  const maker = new Maker(seed)
  for (let at = 0; maker.families.length < n; at += 1) familyOf(maker, KINDS[at % KINDS.length] ?? 'plain')
  return maker.families
}

const SPAN = { before: 2, after: 30 }

/** The acts that the page of a family should show, and those that it should set aside as told twice. */
export function actsToShow({ acts, remarriage }: MadeFamily): number[] {
  const own = acts.filter(({ says, type }) => says === 'own' && type !== 'sepultures')
  const first = Math.min(...own.map(({ annee }) => annee))
  return [...acts, ...(remarriage ? [remarriage] : [])]
    .filter(({ says }) => says === 'own' || says === 'child')
    .filter(({ annee }) => annee >= first - SPAN.before && annee <= first + SPAN.after)
    .map(({ id }) => id)
    .sort((a, b) => a - b)
}

/** Whether acts of this family and of another bear one pair of names in one place. */
export const isOneOfTwo = ({ kind }: MadeFamily): boolean =>
  kind === 'two couples' || kind === 'cousin of the same name'
