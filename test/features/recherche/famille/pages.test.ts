// The invented families in a database: what a page shows of each is compared with what is known of them.
import { expect, test } from 'vitest'
import { readFamily } from '../../../../src/features/recherche/famille/queries/family.ts'
import type { Family } from '../../../../src/features/recherche/famille/rules/family.ts'
import { type TestApp, testApp } from '../../../support/app.ts'
import { isPostgres } from '../../../support/db.ts'
import { fewOf } from '../../../support/thorough.ts'
import { actsToShow, isOneOfTwo, type Kind, type MadeFamily, madeFamilies } from './families.ts'
import { type Made, siteOf } from './site.ts'

const SEED = 17
/** A page says the same of them on both engines. */
const FAMILIES = isPostgres ? fewOf(80, 200) : 200

/** Whether the page says of an act that it may be of the other couple, be it shown or set aside. */
function isWarnedOf({ lines, aside }: Family, id: number): boolean {
  const line = lines.find(({ act, later }) => act.id === id || later.some((one) => one.id === id))
  const notes = [...(line?.notes ?? []), ...aside.filter(({ act }) => act.id === id).map(({ reason }) => reason)]
  return notes.some((note) => /pourrait être d’un autre couple|peut être d’un autre couple/.test(note))
}

async function pageOf(t: TestApp, { lieux, ids }: Made, family: MadeFamily) {
  const { nom, prenom, nom2, prenom2, lieu, acts } = family
  const [first] = acts
  const question = {
    ...{ nom, prenom, nom2, prenom2, annee: first?.annee ?? null, releve: ids.get(first?.id ?? 0) ?? null },
    lieu: { id: lieux[lieu] ?? 0, nom_long: '' },
  }
  const { family: page } = await readFamily(t.db, { ...t.marie, must_change_password: false }, question)
  const found = page.lines.flatMap(({ act, later }) => [act.id, ...later.map((one) => one.id)])
  const want = actsToShow(family).map((id) => ids.get(id) ?? 0)
  const wrong = [...found.filter((id) => !want.includes(id)), ...want.filter((id) => !found.includes(id))]
  return {
    verdict: page.verdict,
    isWhole: wrong.length === 0,
    silent: wrong.filter((id) => !isWarnedOf(page, id)).length,
  }
}

/**
 * Two couples of one name are told apart by what cannot be true of one: where nothing speaks against it, they
 * are one; all the silent ones are of two couples of one name, who lived side by side.
 */
const KNOWN: Record<number, Partial<Record<Kind, string>> & { silent: number; tooSure: number }> = {
  80: {
    ...{ plain: '5 of 5', 'same surname': '5 of 5', 'mother without a name': '5 of 5', particles: '5 of 5' },
    ...{ twins: '5 of 5', posthumous: '5 of 5', homonym: '5 of 5', spelling: '5 of 5', neighbours: '5 of 5' },
    ...{ banns: '5 of 5', 'cousin of another first name': '10 of 10', 'cousin of the same name': '10 of 10' },
    ...{ 'two couples': '2 of 10', silent: 42, tooSure: 0 },
  },
  200: {
    ...{ plain: '13 of 13', 'same surname': '13 of 13', 'mother without a name': '13 of 13', particles: '13 of 13' },
    ...{ twins: '12 of 12', posthumous: '12 of 12', homonym: '12 of 12', spelling: '12 of 12', neighbours: '12 of 12' },
    ...{ banns: '12 of 12', 'cousin of another first name': '26 of 26', 'cousin of the same name': '23 of 26' },
    ...{ 'two couples': '4 of 24', silent: 67, tooSure: 0 },
  },
}

/** Nobody may say « probable » where two couples have one name in one place; of a family alone the page should. */
const isVerdictRight = (family: MadeFamily, verdict: string | null): boolean =>
  isOneOfTwo(family) ? verdict !== 'probable' : verdict === 'probable'

test(`of ${FAMILIES} families the page shows these many wholly right`, { timeout: 120_000 }, async () => {
  const t = await testApp()
  const families = madeFamilies(SEED, FAMILIES)
  const made = await siteOf(t, families)
  const right: Partial<Record<Kind, string>> = {}
  let [silent, tooSure] = [0, 0]
  for (const kind of new Set(families.map((family) => family.kind))) {
    const ofKind = families.filter((family) => family.kind === kind)
    let n = 0
    for (const family of ofKind) {
      const page = await pageOf(t, made, family)
      silent += page.silent
      if (isOneOfTwo(family) && page.verdict === 'probable') tooSure += 1
      if (page.isWhole && isVerdictRight(family, page.verdict)) n += 1
    }
    right[kind] = `${n} of ${ofKind.length}`
  }
  expect({ ...right, silent, tooSure }).toEqual(KNOWN[FAMILIES])
})
