import type { Context } from 'hono'
import { readPlaceFilter } from '../../champs/place-choice.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { exportRoutes } from '../../web/export.ts'
import { readQuery } from '../../web/form.ts'
import { longReadsOf } from '../../web/reads.ts'
import { page, seeOther } from '../../web/render.tsx'
import { lookupOf } from '../lieux/queries/lookup.ts'
import { lieuPath } from '../lieux/queries/places.ts'
import { sectionsSeen } from '../sources/queries/sources.ts'
import { ACT_LABELS } from '../types-sources/rules/persons.ts'
import { type StatisticsFilter, statisticsFilter } from './form.ts'
import {
  firstNamesByDecade,
  soundsElsewhere,
  soundsOnlyHere,
  tiesOf,
  withoutDecades,
  writtenSurnames,
} from './queries/names.ts'
import { actsOfPart, freshnessOf, MOST_ACTS } from './queries/part.ts'
import { actsByMonth, actsByYear, gapsOfPart, kindsOfPart, undatedActs } from './queries/years.ts'
import { firstNameRows, monthRows, surnameRows, yearRows } from './rows.ts'
import { firstNameDecades } from './rules/decades.ts'
import { initialOf, nameGroups, recentSince, shownNames } from './rules/names.ts'
import { PAGES, PATH, type StatisticsPage } from './views/frame.tsx'
import { FirstNamesPage, monthName, SeasonsPage, TooLargePage, YearsPage } from './views/pages.tsx'
import { SurnamesPage } from './views/surnames.tsx'

/** Mounted at /statistiques: everybody signed in reads it, each as far as he or she sees the sources. */
export const statistiquesRoutes = router()

/** The part of the archive that an address asks for, and what all pages need of it. */
async function asked(c: Context<AppEnv>) {
  const db = longReadsOf(c)
  const raw = readQuery(c)
  const lieu = await readPlaceFilter(raw, 'lieu', lookupOf(db))
  const place = lieu.place && (await lieuPath(db, lieu.place.id))
  const { filter, errors } = statisticsFilter.read(raw, { lieu: place ?? null })
  const since = recentSince(c.var.deps.clock().getUTCFullYear())
  // « é » asks for the names under E.
  const lettre = initialOf({ nom: filter.lettre })
  return { db, user: c.var.user, raw, lieu, errors, since, filter: { ...filter, lettre } }
}

type Asked = Awaited<ReturnType<typeof asked>>

async function frameOf(part: Asked, shown: StatisticsPage, hasRows: boolean) {
  const { db, user, raw, lieu, errors, filter } = part
  return {
    ...{ shown, filter, raw, errors, lieu, hasRows },
    sections: await sectionsSeen(db, user),
    url: statisticsFilter.address(PAGES[shown].path, filter, raw),
    exportUrl: (extension: string) => statisticsFilter.address(`${PAGES[shown].path}/export/${extension}`, filter)({}),
    ...(shown === 'actes' ? {} : { freshness: await freshnessOf(db, user, filter) }),
  }
}

const statusOf = ({ errors, lieu }: Asked) =>
  Object.keys(errors).length > 0 || lieu.message !== undefined ? (422 as const) : (200 as const)

const options = (part: Asked, shown: StatisticsPage) => ({
  status: statusOf(part),
  style: 'imprimes' as const,
  breadcrumb: shown === 'actes' ? [] : [{ href: PATH, label: PAGES.actes.title }],
})

statistiquesRoutes.get('/', async (c) => {
  const part = await asked(c)
  const { db, user, filter } = part
  const [counts, gaps, undated] = await Promise.all([
    actsByYear(db, user, filter),
    gapsOfPart(db, user, filter),
    undatedActs(db, user, filter),
  ])
  const frame = await frameOf(part, 'actes', counts.length > 0)
  return page(c, PAGES.actes.title, <YearsPage {...frame} {...{ counts, gaps, undated }} />, options(part, 'actes'))
})

const isTooLarge = async ({ db, user, filter }: Asked) => (await actsOfPart(db, user, filter)) > MOST_ACTS

async function tooLargePage(c: Context<AppEnv>, part: Asked, shown: 'noms' | 'prenoms') {
  return page(c, PAGES[shown].title, <TooLargePage {...(await frameOf(part, shown, false))} />, options(part, shown))
}

/** A file of too much is the page that says so. */
const backTo = (c: Context<AppEnv>, { filter }: Asked, shown: 'noms' | 'prenoms') =>
  seeOther(c, statisticsFilter.address(PAGES[shown].path, filter)({}))

/** Names of the part: all, those of a letter, or those that are found here alone. */
async function surnamesOf({ db, user, filter, since }: Asked) {
  const [written, ties] = await Promise.all([writtenSurnames(db, user, filter, since), tiesOf(db, 'nom', filter)])
  const all = nameGroups(shownNames(written), ties)
  const letters = [...new Set(all.map(initialOf))].sort()
  const isOfPart = filter.lieu !== null || filter.section !== null
  const only = filter.seuls && isOfPart ? await onlyHere({ db, user, filter }, all) : all
  return { groups: filter.lettre === '' ? only : only.filter((group) => initialOf(group) === filter.lettre), letters }
}

async function onlyHere(
  { db, user, filter }: Pick<Asked, 'db' | 'user' | 'filter'>,
  all: ReturnType<typeof nameGroups>,
) {
  const here = await soundsOnlyHere(db, user, filter)
  // Names that a line of the community ties to these may stand elsewhere, though they do not sound like them.
  const tied = all.flatMap(({ sons }) => (sons.length > 1 && sons.some((son) => here.has(son)) ? sons : []))
  const elsewhere = await soundsElsewhere(db, user, filter, [...new Set(tied)])
  return all.filter(({ sons }) => sons.every((son) => (sons.length > 1 ? !elsewhere.has(son) : here.has(son))))
}

statistiquesRoutes.get('/noms', async (c) => {
  const part = await asked(c)
  if (await isTooLarge(part)) return tooLargePage(c, part, 'noms')
  const names = await surnamesOf(part)
  const frame = await frameOf(part, 'noms', names.groups.length > 0)
  return page(c, PAGES.noms.title, <SurnamesPage {...frame} {...names} since={part.since} />, options(part, 'noms'))
})

async function firstNamesOf({ db, user, filter, since }: Asked) {
  const [rows, ties] = await Promise.all([firstNamesByDecade(db, user, filter, since), tiesOf(db, 'prenom', filter)])
  return firstNameDecades(rows, shownNames(withoutDecades(rows)), ties)
}

statistiquesRoutes.get('/prenoms', async (c) => {
  const part = await asked(c)
  if (await isTooLarge(part)) return tooLargePage(c, part, 'prenoms')
  const names = await firstNamesOf(part)
  const frame = await frameOf(part, 'prenoms', names.groups.length > 0)
  const view = <FirstNamesPage {...frame} {...names} since={part.since} />
  return page(c, PAGES.prenoms.title, view, options(part, 'prenoms'))
})

const kindOf = ({ acte }: StatisticsFilter) => acte ?? 'mariage'

statistiquesRoutes.get('/saisons', async (c) => {
  const part = await asked(c)
  const { db, user, filter } = part
  const acte = kindOf(filter)
  const [months, kinds] = await Promise.all([actsByMonth(db, user, filter, acte), kindsOfPart(db, user, filter)])
  const frame = await frameOf(part, 'saisons', months.some(Boolean))
  const view = <SeasonsPage {...frame} {...{ acte, months, kinds }} />
  return page(c, PAGES.saisons.title, view, options(part, 'saisons'))
})

statistiquesRoutes.route(
  '/',
  exportRoutes('/export', async (c) => {
    const { db, user, filter } = await asked(c)
    return { title: 'actes par année', rows: yearRows(await actsByYear(db, user, filter)) }
  }),
)

statistiquesRoutes.route(
  '/',
  exportRoutes('/noms/export', async (c) => {
    const part = await asked(c)
    if (await isTooLarge(part)) return backTo(c, part, 'noms')
    const { groups } = await surnamesOf(part)
    return { title: 'noms de famille', rows: surnameRows(groups) }
  }),
)

statistiquesRoutes.route(
  '/',
  exportRoutes('/prenoms/export', async (c) => {
    const part = await asked(c)
    if (await isTooLarge(part)) return backTo(c, part, 'prenoms')
    const { decades } = await firstNamesOf(part)
    return { title: 'prénoms par décennie', rows: firstNameRows(decades) }
  }),
)

statistiquesRoutes.route(
  '/',
  exportRoutes('/saisons/export', async (c) => {
    const { db, user, filter } = await asked(c)
    const months = await actsByMonth(db, user, filter, kindOf(filter))
    return { title: `${ACT_LABELS[kindOf(filter)]} par mois`, rows: monthRows(months, monthName) }
  }),
)
