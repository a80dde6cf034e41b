// Some things go on along a register: dates, numbers of acts, views.
import { isNumberField } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { isWithoutValue } from '../../../champs/states.ts'
import { dateInWords, yearsOf } from '../../../lib/dates.ts'
import { type Act, type Hit, type Material, ofAct, type WarningKind } from './kind.ts'
import { outOfOrder, type Step, stepsOf } from './orders.ts'
import { type Dated, EVENT, eventOf, textOf } from './values.ts'

/** Fewer acts show no order. */
const ENOUGH = 10
/** A register of which more than this share goes back is not in the order of its dates. */
const MOST_BACK = 0.08
/** Acts that go back together are a supplement bound at the end: its first one is told. */
const BLOCK = 4
/** Acts of the town hall stand by the day on which they were declared. */
const DECLARED_DAYS = 5
const DECLARED: ReadonlySet<string> = new Set(['naissance', 'deces'])

type Placed = Dated & { act: Act }

const outside: WarningKind = {
  label: 'Date hors des années de la source',
  weight: 3,
  caution: 'Un acte oublié, inscrit plus tard, ou des années de la source à corriger.',
  sentence: ({ detail }) => `La date (${detail.date}) est hors des années de la source (${detail.annees}).`,
  find({ source: { annee_debut, annee_fin }, acts }) {
    if (annee_debut === null && annee_fin === null) return []
    const annees = annee_debut === annee_fin ? `${annee_debut}` : `${annee_debut ?? '…'}-${annee_fin ?? '…'}`
    return acts.flatMap((act): Hit[] => {
      const event = eventOf(act)
      const years = event && yearsOf(event.value)
      if (!event || !years) return []
      const [first, last] = years
      if (last >= (annee_debut ?? last) && first <= (annee_fin ?? first)) return []
      const detail = { date: dateInWords(event.value), annees }
      return [{ releve_id: act.id, champ: EVENT, valeur: event.value.valeur, detail }]
    })
  },
}

/** One after the other without a gap, each not before the one before. */
function blocksOf(places: readonly number[], days: readonly number[]): number[][] {
  const blocks: number[][] = []
  for (const at of places) {
    const last = blocks.at(-1)
    const before = last?.at(-1)
    if (last && before === at - 1 && (days[before] ?? 0) <= (days[at] ?? 0)) last.push(at)
    else blocks.push([at])
  }
  return blocks
}

const backwards: WarningKind = {
  label: 'Date qui recule',
  weight: 2,
  caution: 'Le curé a pu inscrire un acte en retard. Un cahier ajouté à la fin n’est signalé qu’une fois.',
  sentence: ({ detail }) => `${detail.date} ne suit pas l’ordre du registre (acte voisin\u00a0: ${detail.voisin}).`,
  find({ acts, champs }) {
    const placed = acts.flatMap((act): Placed[] => {
      const event = eventOf(act)
      // Only whole days: « vers 1780 » goes neither back nor on.
      return event && event.days[0] === event.days[1] ? [{ act, ...event }] : []
    })
    if (placed.length < ENOUGH) return []
    const days = placed.map(({ days: [day] }) => day)
    const out = outOfOrder(days)
    const slack = DECLARED.has(champs[0]?.acte ?? '') ? DECLARED_DAYS : 0
    const told = blocksOf(out, days)
      .flatMap((block) => (block.length >= BLOCK ? block.slice(0, 1) : block))
      .filter((at) => distance(days, out, at) > slack)
    if (told.length > Math.max(2, placed.length * MOST_BACK)) return []
    return told.flatMap((at) => backHit(placed, out, at))
  },
}

/** The nearest act in order that this one contradicts: one before that is later, else one after that is earlier. */
function neighbour(out: readonly number[], days: readonly number[], at: number): number | undefined {
  const isOut = new Set(out)
  const day = days[at] ?? 0
  const before = days.findLastIndex((other, place) => place < at && !isOut.has(place) && other > day)
  if (before >= 0) return before
  const after = days.findIndex((other, place) => place > at && !isOut.has(place) && other < day)
  return after >= 0 ? after : undefined
}

function distance(days: readonly number[], out: readonly number[], at: number): number {
  const other = neighbour(out, days, at)
  return other === undefined ? 0 : Math.abs((days[at] ?? 0) - (days[other] ?? 0))
}

function backHit(placed: readonly Placed[], out: readonly number[], at: number): Hit[] {
  const other = neighbour(
    out,
    placed.map(({ days: [day] }) => day),
    at,
  )
  const [one, near] = [placed[at], other === undefined ? undefined : placed[other]]
  if (!one || !near) return []
  const detail = { date: dateInWords(one.value), voisin: dateInWords(near.value), acte: near.act.id }
  return [{ releve_id: one.act.id, champ: EVENT, valeur: ofAct(one.act.id, one.value.valeur), detail }]
}

/** Half of the steps go up by one at least, or nobody numbers the acts so. */
const MOSTLY = 0.7

interface Numbered {
  champ: Champ
  rows: { act: Act; n: number }[]
}

/** A whole number in a field of figures or of text: « 34 », « vue 34 », « n° 34 »; « 34 bis » and « 34v » say none. */
function figuresOf(champ: Champ, act: Act): number | undefined {
  const [, figures] = /^(?:vue|n°|no|num[ée]ro)?\s*(\d{1,6})$/i.exec(textOf(champ, act)) ?? []
  return figures === undefined ? undefined : Number(figures)
}

const shareOf = (rows: Numbered['rows'], isUsual: (step: number) => boolean): number =>
  rows.slice(1).filter(({ n }, at) => isUsual(n - (rows[at]?.n ?? 0))).length / Math.max(rows.length - 1, 1)

function numbersIn({ champs, acts }: Material): Numbered | undefined {
  const champ = champs.find((one) => isNumberField(one) && /^num(ero)?(_acte)?$/.test(one.nom))
  if (!champ) return undefined
  const rows = acts.flatMap((act) => {
    const n = figuresOf(champ, act)
    return n === undefined ? [] : [{ act, n }]
  })
  return rows.length >= ENOUGH && shareOf(rows, (step) => step === 1) >= MOSTLY ? { champ, rows } : undefined
}

function numberHits(material: Material, as: Step['as']): Hit[] {
  const numbered = numbersIn(material)
  if (!numbered) return []
  const { champ, rows } = numbered
  return stepsOf(rows.map(({ n }) => n)).flatMap((step): Hit[] => {
    const row = rows[step.at]
    if (step.as !== as || !row) return []
    const first = rows.findIndex(({ n }) => n === row.n)
    const twin = first >= 0 && first < step.at ? rows[first] : undefined
    const detail = { n: row.n, manque: step.lost, ...(as === 'double' && twin && { acte: twin.act.id }) }
    return [{ releve_id: row.act.id, champ: champ.nom, valeur: ofAct(row.act.id, row.n), detail }]
  })
}

/** « n° 33 », « n° 33 et 34 », « n° 33 à 40 ». */
function missing(n: number, lost: number): string {
  if (lost === 1) return `Le n°\u00a0${n - 1} manque`
  return `Les n°\u00a0${n - lost} ${lost === 2 ? 'et' : 'à'} ${n - 1} manquent`
}

const gap: WarningKind = {
  label: 'Numéro d’acte manquant',
  weight: 3,
  caution: 'Le registre saute parfois un numéro, ou un feuillet est perdu.',
  sentence: ({ detail }) => `${missing(Number(detail.n), Number(detail.manque))} avant cet acte (n°\u00a0${detail.n}).`,
  find: (material) => [...numberHits(material, 'gap'), ...unnumbered(material)],
}

/** An act without number among others that have one. */
function unnumbered(material: Material): Hit[] {
  const numbered = numbersIn(material)
  if (!numbered || numbered.rows.length < material.acts.length * 0.95) return []
  const { champ } = numbered
  const has = new Set(numbered.rows.map(({ act }) => act.id))
  const isLost = ({ id, etats, data }: Act) =>
    !has.has(id) && textOf(champ, { data }) === '' && !isWithoutValue(etats[champ.nom] ?? 'sur')
  return material.acts
    .filter(isLost)
    .map(({ id }) => ({ releve_id: id, champ: champ.nom, valeur: ofAct(id, ''), detail: { n: '', manque: 0 } }))
}

const noNumber = 'Cet acte n’a pas de numéro, les autres en ont un.'

const numberTwice: WarningKind = {
  label: 'Numéro d’acte en double',
  weight: 2,
  caution: 'Le registre donne parfois deux fois le même numéro (n°\u00a034 et 34\u00a0bis).',
  sentence: ({ detail }) => `Le n°\u00a0${detail.n} est déjà celui d’un autre acte.`,
  find: (material) => numberHits(material, 'double'),
}

const numberOdd: WarningKind = {
  label: 'Numéro d’acte hors de l’ordre',
  weight: 2,
  caution: 'Le registre lui-même peut être mal numéroté.',
  sentence: ({ detail }) => `Le n°\u00a0${detail.n} ne suit pas celui de l’acte d’avant.`,
  find: (material) => numberHits(material, 'odd'),
}

/** From one act to the next the view stays, or is the next one, or the one after. */
const FARTHEST_VIEW = 3

const viewJump: WarningKind = {
  label: 'Saut de vue',
  weight: 2,
  caution: 'Des pages blanches, une vue en double, ou un second registre dans la même source.',
  sentence: ({ detail }) => `On passe de la vue ${detail.avant} à la vue ${detail.vue}.`,
  find({ champs, acts }) {
    const champ = champs.find(({ nom }) => nom === 'vue')
    if (!champ) return []
    const rows = acts.flatMap((act) => {
      const n = figuresOf(champ, act)
      return n === undefined ? [] : [{ act, n }]
    })
    if (rows.length < 2 * ENOUGH || shareOf(rows, (step) => step >= 0 && step <= 2) < 0.9) return []
    return rows.flatMap(({ act, n }, at) => {
      const before = rows[at - 1]?.n
      if (before === undefined || isNear(before, n) || isBackFrom(rows, at)) return []
      return [{ releve_id: act.id, champ: champ.nom, valeur: ofAct(act.id, n), detail: { avant: before, vue: n } }]
    })
  },
}

const isNear = (before: number, n: number): boolean => n >= before && n - before <= FARTHEST_VIEW

/** The act before was the one that jumped. */
function isBackFrom(rows: Numbered['rows'], at: number): boolean {
  const [far, before, here] = [rows[at - 2]?.n, rows[at - 1]?.n, rows[at]?.n]
  return far !== undefined && before !== undefined && here !== undefined && !isNear(far, before) && isNear(far, here)
}

export const ORDER_KINDS = {
  date_hors: outside,
  date_recule: backwards,
  numero_manquant: {
    ...gap,
    sentence: (told) => (told.detail.n === '' ? noNumber : gap.sentence(told)),
  },
  numero_double: numberTwice,
  numero_ordre: numberOdd,
  vue_saut: viewJump,
} satisfies Record<string, WarningKind>
