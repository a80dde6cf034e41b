// The search for a couple over the invented families: a plain filter over the same records is the truth.
import { expect, test } from 'vitest'
import { dialectOf } from '../../../../src/db/dialect/index.ts'
import { lookupOf } from '../../../../src/features/lieux/queries/lookup.ts'
import { readSearchForm } from '../../../../src/features/recherche/form.ts'
import { searchFor } from '../../../../src/features/recherche/queries/search.ts'
import { words } from '../../../../src/lib/text.ts'
import { type TestApp, testApp } from '../../../support/app.ts'
import { isPostgres } from '../../../support/db.ts'
import { fewOf } from '../../../support/thorough.ts'
import { type MadeAct, type MadeFamily, madeFamilies } from './families.ts'
import { siteOf } from './site.ts'

const MOST = 1000
/** PostgreSQL takes twice as long for each. */
const FAMILIES = isPostgres ? fewOf(80, 200) : 200

/** Ids of the records that the search page would find. */
async function found(
  t: TestApp,
  { nom, prenom, nom2, prenom2 }: MadeFamily,
  mode: 'exact' | 'sonore',
): Promise<number[]> {
  const { criteria } = await readSearchForm({ nom, prenom, nom2, prenom2, mode }, lookupOf(t.db))
  if (!criteria) throw new Error('nothing asked')
  const { query } = await searchFor(t.db, { ...t.admin, must_change_password: false }, criteria)
  const keys = await dialectOf(t.db).search.keys(t.db, { ...query, limit: MOST })
  return keys.map(({ releve_id }) => releve_id).sort((a, b) => a - b)
}

/** The couples of an act, by the suffixes of their fields: surname and first names. */
const COUPLES: Record<MadeAct['type'], [string, string][]> = {
  baptemes: [['_pere', '_mere']],
  sepultures: [
    ['_pere', '_mere'],
    ['', '_conjoint'],
  ],
  mariages_paroissiaux: [
    ['', '_epouse'],
    ['', '_veuvage_epoux'],
    ['_epouse', '_veuvage_epouse'],
    ['_pere_epoux', '_mere_epoux'],
    ['_pere_epouse', '_mere_epouse'],
  ],
}

/** Exactly this name: its surname whole, in one word or several, each first name among those of the person. */
function isExactly(act: MadeAct, suffix: string, nom: string, prenom: string): boolean {
  const told = (name: string) => words(String(act.data[`${name}${suffix}`] ?? ''))
  const surname = told('nom')
  const isNom = surname.join('') === words(nom).join('') || words(nom).every((word) => surname.includes(word))
  return surname.length > 0 && isNom && words(prenom).every((word) => told('prenom').includes(word))
}

const isOf = (act: MadeAct, { nom, prenom, nom2, prenom2 }: MadeFamily): boolean =>
  COUPLES[act.type].some(
    ([one, other]) =>
      (isExactly(act, one, nom, prenom) && isExactly(act, other, nom2, prenom2)) ||
      (isExactly(act, other, nom, prenom) && isExactly(act, one, nom2, prenom2)),
  )

/** A couple of which the act tells no first name of hers, or no surname, is found by neither. */
const isWholeNamed = ({ data, says }: MadeAct): boolean =>
  says !== 'unnamed' && (data.nom_mere === undefined || data.prenom_mere !== undefined)

test('exactly: the acts of the plain filter and no other; by sound: all acts of the family', {
  timeout: 120_000,
}, async () => {
  const t = await testApp()
  const families = madeFamilies(17, FAMILIES)
  const { ids } = await siteOf(t, families)
  const acts = families.flatMap((family) => family.acts)
  const idOf = ({ id }: MadeAct) => ids.get(id) ?? 0
  for (const family of families) {
    const label = `${family.prenom} ${family.nom} × ${family.prenom2} ${family.nom2}`
    const truth = acts.filter((act) => isOf(act, family)).map(idOf)
    expect([label, await found(t, family, 'exact')]).toEqual([label, truth.sort((a, b) => a - b)])
    const bySound = new Set(await found(t, family, 'sonore'))
    const missing = family.acts.filter((act) => isWholeNamed(act) && !bySound.has(idOf(act)))
    expect([label, missing.map(({ data }) => data)]).toEqual([label, []])
  }
})
