// Many registers of each of three invented viewers whose addresses change: what somebody has to type, and whether any link is wrong.
import { expect, test } from 'vitest'
import { viewsOf } from '../../../src/features/vues/queries/views.ts'
import type { Visitor } from '../../support/app.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { fewOf } from '../../support/thorough.ts'
import { moved, padded, renamed, seed, type Viewer, viewsOfRegister } from './viewers.ts'

const REGISTERS = fewOf(250, 1000)
/** One far from the first. */
const FAR = REGISTERS * 0.7
/** A page writes it so, with whatever space. */
const ALL = String(REGISTERS).replace(/(?=\d{3}$)/, '.?')
const ON_A_PAGE = 50

/** Examples as somebody would choose them: other registers, other views. */
const examplesOf = (viewer: Viewer, registers: number[]) =>
  Object.fromEntries(
    registers.flatMap((n, i) => {
      const vue = viewsOfRegister(n)[i] ?? 0
      return [
        [`ancien_${i + 1}`, viewer.before(n, vue)],
        [`nouveau_${i + 1}`, viewer.after(n, vue)],
      ]
    }),
  )

/** Every link of every register that is not the one the archive has today. */
async function wrongLinks(t: TestApp, ids: readonly number[], truth: (n: number, vue: number) => string) {
  const wrong: (string | null)[] = []
  let links = 0
  for (const [n, id] of ids.entries()) {
    for (const { numero, adresse } of await viewsOf(t.db, id)) {
      links += 1
      if (adresse !== truth(n, numero)) wrong.push(adresse)
    }
  }
  return { wrong, links }
}

async function found(visitor: Visitor, path: string, viewer: Viewer, registers: number[]): Promise<string> {
  const { location, status, text } = await visitor.post(`${path}/changement`, examplesOf(viewer, registers))
  expect([status, text.includes('à revoir')]).toEqual([303, false])
  return location ?? ''
}

const allLinks = Array.from({ length: REGISTERS }, (_, n) => viewsOfRegister(n).length).reduce((a, b) => a + b)

test.each([
  ['another host and path, the ark kept', moved, [3, FAR]],
  ['views further on, with zeros, the name of the ark alone', padded, [3, FAR, 41]],
])(
  '%s: two or three examples mend them all',
  async (_, viewer, registers) => {
    const t = await testApp()
    const { ids, path } = await seed(t, viewer, REGISTERS)
    const admin = await t.as(t.admin)
    const rule = await found(admin, path, viewer, registers)
    const shown = (await admin.get(rule)).page
    const samples = shown.all('tbody tr')
    expect(samples).toHaveLength(20)
    expect(new Set(samples.map((row) => row.querySelector('th')?.textContent)).size).toBe(20)
    expect((await wrongLinks(t, ids, viewer.before)).wrong).toEqual([])
    const applied = await admin.follow(await admin.post(`${rule}/appliquer`))
    expect(applied.page.flash).toMatch(new RegExp(`dans ${ALL}.registres`))
    expect(await wrongLinks(t, ids, viewer.after)).toEqual({ wrong: [], links: allLinks })
    await admin.post(`${rule}/annuler`)
    expect(await wrongLinks(t, ids, viewer.before)).toEqual({ wrong: [], links: allLinks })
    expect(t.failures).toEqual([])
  },
  60_000,
)

/** Types what each page of registers asks for, and says how many fields that were. */
async function typeAll(visitor: Visitor, start: string, linkOf: (titre: string, vue: number) => string) {
  let [path, typed, pages] = [start, 0, 0]
  while (path.includes('/registres') && pages < 100) {
    const { page } = await visitor.get(path)
    const fields: Record<string, string> = {}
    for (const row of page.all('tbody tr')) {
      const input = row.querySelector('input[name^="lien_"]')
      const ark = row.querySelector('input[name^="ark_"]')
      fields[ark?.getAttribute('name') ?? ''] = ark?.getAttribute('value') ?? ''
      const known = input?.getAttribute('value') ?? ''
      if (known === '') typed += 1
      const [titre, vue] = [row.querySelector('th')?.textContent ?? '', Number(row.querySelector('td')?.textContent)]
      fields[input?.getAttribute('name') ?? ''] = known || linkOf(titre, vue)
    }
    const { location } = await visitor.post(page.one('main form').getAttribute('action') ?? '', fields)
    path = location ?? ''
    pages += 1
  }
  return { typed, pages, path }
}

test('registers numbered anew without a rule: one field each, none for those of the examples', async () => {
  const t = await testApp()
  const { ids, path } = await seed(t, renamed, REGISTERS)
  const admin = await t.as(t.admin)
  const rule = await found(admin, path, renamed, [10, FAR])
  const asked = (await admin.get(rule)).page
  expect(asked.text).toMatch(new RegExp(`2.registres faits sur ${ALL}`))
  const link = asked.all('a').find((one) => one.textContent === 'Donner les liens des registres')
  const done = await typeAll(admin, link?.getAttribute('href') ?? '', (titre, vue) =>
    renamed.after(Number(titre.split(' ')[1]), vue),
  )
  expect(done).toEqual({ typed: REGISTERS - 2, pages: REGISTERS / ON_A_PAGE, path: rule })
  await admin.post(`${rule}/appliquer`)
  expect(await wrongLinks(t, ids, renamed.after)).toEqual({ wrong: [], links: allLinks })
  await admin.post(`${rule}/annuler`)
  expect(await wrongLinks(t, ids, renamed.before)).toEqual({ wrong: [], links: allLinks })
  expect(t.failures).toEqual([])
}, 120_000)
