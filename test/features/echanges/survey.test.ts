// A file is looked through before anything is decided, and no more of its lines is read than that takes.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openActFile, readActs } from '../../../src/features/echanges/rules/act-file.ts'
import { SURVEYED, Survey } from '../../../src/features/echanges/rules/survey.ts'

async function surveyOf(nom: string, only?: ReadonlySet<string>) {
  const file = await openActFile(join(import.meta.dirname, 'exemples', nom))
  if (!file) throw new Error(nom)
  const survey = new Survey()
  for await (const lines of readActs(file, () => 7, undefined, only)) for (const line of lines) survey.add(line)
  return survey.found()
}

test.each(
  ['N', 'M', 'D', 'V'].flatMap((letter) => [`Saint_Malo_${letter}.TXT`, `backup_2026-11-22_FULL_${letter}.001.bea`]),
)('of %s the columns that a survey asks for tell as much as all of them', async (nom) => {
  const found = await surveyOf(nom, SURVEYED)
  expect(found.parts.length).toBeGreaterThan(0)
  expect(found).toEqual(await surveyOf(nom))
})
