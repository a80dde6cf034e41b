// Twenty baptisms as the register has them, every field of it, and the acts of the years before: the same families.
import { dayBefore, dayOf, jdn } from './days.ts'
import { type Act, type Adult, type Couple, couples, Draw, FEMMES, godparent, HOMMES } from './parish.ts'

export const COUPLES = 60
const START = jdn(1793, 7, 20)
const VUE = 45

const LINKS = {
  parrain: ['oncle paternel', 'oncle maternel', 'grand-père', 'frère', 'cousin'],
  marraine: ['tante paternelle', 'tante maternelle', 'grand-mère', 'sœur', 'cousine'],
}
const NOTES = [
  'le père absent, en mer',
  'le parrain signe',
  'parrain et marraine ne signent',
  'le père signe',
  'baptisé par le vicaire',
]

interface Godparents {
  parrain: Adult
  marraine: Adult
}

const told = (key: string, who: Adult) => ({ [`nom_${key}`]: who.nom, [`prenom_${key}`]: who.prenom })

/** Fields of the child and of what the act says beside its persons. */
function childTexts(draw: Draw, isNatural: boolean): Record<string, string> {
  const isBoy = draw.often(51)
  return {
    prenom: draw.common(isBoy ? HOMMES : FEMMES),
    sexe: isBoy ? 'M' : 'F',
    legitimite: isNatural ? 'naturel' : 'légitime',
  }
}

function besideTexts(draw: Draw): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const who of ['parrain', 'marraine'] as const)
    if (draw.often(50)) texts[`commentaire_${who}`] = draw.common(LINKS[who])
  if (draw.often(30)) texts.notes = draw.common(NOTES)
  if (draw.often(5)) texts.profession_mere = 'fileuse'
  if (draw.often(5)) texts.mention_marginale = 'mariage en 1815'
  return texts
}

function baptism(draw: Draw, day: number, couple: Couple, { parrain, marraine }: Godparents): Act {
  const isNatural = draw.often(4)
  const { pere, mere, profession, hameau } = couple
  const parents = isNatural ? {} : { ...told('pere', pere), profession_pere: profession }
  const yes = [draw.often(5) && 'ondoye', draw.often(4) && !isNatural && 'pere_decede'].filter((one) => one !== false)
  return {
    dates: { date_evenement: dayOf(day), date_naissance: dayBefore(day, draw.of([0, 0, 0, 1, 1, 1, 1, 3])) },
    places: { domicile: hameau },
    texts: {
      nom: (isNatural ? mere : pere).nom,
      ...childTexts(draw, isNatural),
      ...parents,
      ...told('mere', mere),
      ...told('parrain', parrain),
      ...told('marraine', marraine),
      ...besideTexts(draw),
    },
    yes,
    numbers: {},
  }
}

export interface Register {
  /** Acts of the years before, in which every couple has a child and every godparent was one. */
  before: Act[]
  acts: Act[]
}

/** `count` acts of some three months, twenty of them by default; the same for the same seed. */
export function baptisms(seed: number, count: number): Register {
  const draw = new Draw(seed)
  const parish = couples(draw, COUPLES)
  const godparents = parish.map((couple) => ({
    parrain: godparent(draw, parish, couple, true),
    marraine: godparent(draw, parish, couple, false),
  }))
  const children = (day: (n: number) => number, rows: readonly number[]) =>
    rows.map((row, n) => {
      // Brothers and sisters have godparents of the same circle.
      const chosen = godparents[draw.often(50) ? row : (row + 7) % COUPLES] as Godparents
      return baptism(draw, day(n), parish[row] as Couple, chosen)
    })
  const before = children(
    (n) => START - 1100 + 8 * n,
    Array.from({ length: 2 * COUPLES }, (_, n) => (n * 17) % COUPLES),
  )
  const acts = children(
    (n) => START + 5 * n + (n % 3),
    Array.from({ length: count }, (_, n) => (n * 7) % COUPLES),
  )
  for (const [n, act] of acts.entries()) {
    act.texts.vue = String(VUE + Math.floor(n / 4))
    act.numbers.numero_acte = 61 + n
  }
  return { before, acts }
}
