// Twenty marriages as the register has them, every field of it, and the marriages of brothers and sisters of before.
import type { Register } from './baptisms.ts'
import { dayOf, jdn } from './days.ts'
import { type Act, type Adult, type Couple, couples, Draw, FEMMES, HAMEAUX, HOMMES } from './parish.ts'

const COUPLES = 60
const START = jdn(1793, 7, 20)
const VUE = 12
const WITNESSES = 4
const LINKS = ['oncle de l’époux', 'oncle de l’épouse', 'frère de l’époux', 'frère de l’épouse', 'cousin', 'ami']
const BANS = ['trois bans', 'trois bans', 'trois bans', 'deux bans, dispense du troisième', 'un ban, dispense de deux']
const NOTES = ['les époux signent', 'les époux ne signent', 'l’époux signe', 'dispense de parenté au quatrième degré']

const told = (key: string, who: Adult) => ({ [`nom_${key}`]: who.nom, [`prenom_${key}`]: who.prenom })

interface Side {
  cle: 'epoux' | 'epouse'
  family: Couple
  isMan: boolean
}

/** One of the spouses with both parents; `dead`: fields said of the parents that are no more. */
function side(draw: Draw, { cle, family, isMan }: Side, dead: string[]): Record<string, string> {
  const nom = family.pere.nom
  const prenom = draw.common(isMan ? HOMMES : FEMMES)
  const texts: Record<string, string> = {
    [cle === 'epoux' ? 'nom' : 'nom_epouse']: nom,
    [cle === 'epoux' ? 'prenom' : 'prenom_epouse']: prenom,
    [`age_${cle}`]: `${20 + (draw.next() % 15)} ans`,
    [`profession_${cle}`]: isMan ? family.profession : draw.of(['fileuse', 'fileuse', 'couturière', 'servante']),
    ...told(`pere_${cle}`, family.pere),
    ...told(`mere_${cle}`, family.mere),
  }
  if (draw.often(35)) dead.push(`decede_pere_${cle}`)
  else texts[`profession_pere_${cle}`] = family.profession
  if (draw.often(25)) dead.push(`decede_mere_${cle}`)
  if (draw.often(10)) Object.assign(texts, told(`veuvage_${cle}`, { nom: 'LEROUX', prenom: draw.common(FEMMES) }))
  return texts
}

interface Pair {
  epoux: Couple
  epouse: Couple
}

function marriage(draw: Draw, day: number, { epoux, epouse }: Pair, parish: readonly Couple[]): Act {
  const yes: string[] = []
  const texts = {
    publications: draw.of(BANS),
    ...side(draw, { cle: 'epoux', family: epoux, isMan: true }, yes),
    ...side(draw, { cle: 'epouse', family: epouse, isMan: false }, yes),
  }
  for (let n = 1; n <= WITNESSES; n += 1) {
    const witness = draw.of(parish).pere
    Object.assign(
      texts,
      told(`temoin_${n}`, witness),
      draw.often(60) && { [`commentaire_temoin_${n}`]: draw.of(LINKS) },
    )
  }
  if (draw.often(40)) Object.assign(texts, { notes: draw.of(NOTES) })
  const isContract = draw.often(15)
  if (isContract) Object.assign(texts, { notaire_contrat: 'GICQUEL' })
  const home = (family: Couple) => (draw.often(80) ? family.hameau : draw.of(HAMEAUX))
  return {
    dates: {
      date_evenement: dayOf(day),
      ...(isContract && { date_contrat: dayOf(day - 12) }),
    },
    places: {
      origine_epoux: 'Pleurtuit',
      domicile_epoux: home(epoux),
      origine_epouse: 'Pleurtuit',
      domicile_epouse: home(epouse),
    },
    texts,
    yes,
    numbers: {},
  }
}

/** `count` marriages; the same for the same seed. */
export function marriages(seed: number, count: number): Register {
  const draw = new Draw(seed + 1)
  const parish = couples(draw, COUPLES)
  const pairOf = (row: number): Pair => ({
    epoux: parish[row % COUPLES] as Couple,
    epouse: parish[(row * 7 + 13) % COUPLES] as Couple,
  })
  const wed = (day: number, row: number) => marriage(draw, day, pairOf(row), parish)
  const before = Array.from({ length: 2 * COUPLES }, (_, n) => wed(START - 1100 + 8 * n, n * 17 + 5))
  const acts = Array.from({ length: count }, (_, n) => wed(START + 5 * n + (n % 3), n * 11 + 3))
  for (const [n, act] of acts.entries()) {
    act.texts.vue = String(VUE + Math.floor(n / 2))
    act.numbers.numero_acte = 21 + n
  }
  return { before, acts }
}
