// Out of one site and into another, by pages alone: the files of both are the same but for the numbers of the acts.
import { readFileSync } from 'node:fs'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { type FileToSend, moveIn, site } from '../echanges/site.ts'

const exemple = (nom: string): FileToSend => ({
  nom,
  bytes: readFileSync(new URL(`../echanges/exemples/${nom}`, import.meta.url)),
})

/** The numbers of acts are taken out: they differ from site to site, and the rest of a source's file must not. */
async function filesOf(t: TestApp, format: string): Promise<FileToSend[]> {
  const sources = await t.db
    .selectFrom('sources')
    .select('id')
    .where('nb_releves', '>', 0)
    .orderBy('titre')
    .orderBy('id')
    .execute()
  const cookie = [...(await t.as(t.admin)).cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const files: FileToSend[] = []
  for (const { id } of sources) {
    const res = await t.app.request(`http://localhost/export/source/${id}/${format}?mentions=1`, {
      headers: { cookie },
    })
    expect(res.status).toBe(200)
    const nom = /filename="([^"]+)"/.exec(res.headers.get('content-disposition') ?? '')?.[1] ?? ''
    files.push({ nom, bytes: Buffer.from(await res.arrayBuffer()) })
  }
  return files
}

const ID = {
  nimegue: /;[0-9]+;([^;\r\n]*)$/,
  ea32: /;"[0-9]+";("[^"]*")?;"[0-9-]+";"[0-9]+";"1";;;;"[0-9-]+";"[0-9-]+";$/,
}

/** The acts of these files, by what they say. */
const acts = (files: readonly FileToSend[], format: keyof typeof ID): string[] =>
  files
    .flatMap(({ bytes }) => iconv.decode(Buffer.from(bytes), format === 'nimegue' ? 'win1252' : 'utf8').split('\r\n'))
    .filter((line) => line !== '')
    .map((line) => line.replace(ID[format], ';$1'))
    .sort()

test.each(['nimegue', 'ea32'] as const)('%s', { timeout: 60_000 }, async (format) => {
  const { t, admin } = await site()
  await moveIn(
    t,
    admin,
    ['N', 'M', 'D', 'V'].map((letter) => exemple(`Saint_Malo_${letter}.TXT`)),
  )
  const files = await filesOf(t, format)
  expect(acts(files, format)).toHaveLength(80)
  const other = await site()
  const { done } = await moveIn(other.t, other.admin, files)
  expect([done.creees, done.refusees]).toEqual([80, 0])
  expect(acts(await filesOf(other.t, format), format)).toEqual(acts(files, format))
  expect([t.failures, other.t.failures]).toEqual([[], []])
})

/** The cells of an act but its place, which is written today's way, its dates, which have one form here, and its number. */
const cellsOf = (line: string): string => {
  const cells = line.split(';')
  return [cells[5], ...cells.slice(8, -2), ''].join(';').replace(/\bdécédée?(\(e\))?|\bfeue?\b|\bDCD\b|†/gi, 'décédé')
}

test('acts that ExpoActes wrote leave with what stood in each column, where this site has no field for it either', {
  timeout: 60_000,
}, async () => {
  const { t, admin } = await site()
  const files = ['N', 'M', 'D'].map((letter) => exemple(`Saint_Malo_${letter}.TXT`))
  await moveIn(t, admin, files)
  const lines = (all: readonly FileToSend[]) =>
    all.flatMap(({ bytes }) => iconv.decode(Buffer.from(bytes), 'win1252').split('\r\n')).filter((line) => line !== '')
  const back = new Set(lines(await filesOf(t, 'nimegue')).map(cellsOf))
  const same = lines(files).filter((line) => back.has(cellsOf(line)))
  expect(lines(files)).toHaveLength(60)
  // The others hold a `;` of their own, several pictures, two dates that disagree, or a word that a field of ours took.
  expect(same.length).toBeGreaterThanOrEqual(42)
})
