// « Vue suivante » raises the number of a view as whoever typed it wrote it.
import { join } from 'node:path'
import { expect, test } from 'vitest'

const { nextView } = (await import(join(import.meta.dirname, '../../../static/js/saisie-vues.js'))) as {
  nextView: (text: string) => string | null
}

test.each([
  ['45', '46'],
  ['9', '10'],
  ['099', '100'],
  ['vue 45', 'vue 46'],
  ['45/120', '46/120'],
  ['vue 45 / 120', 'vue 46 / 120'],
  ['2E 3/45', '2E 4/45'],
  ['12-13', '14-15'],
  ['f° 12', 'f° 13'],
  ['IMG_0098.jpg', 'IMG_0099.jpg'],
  ['45 gauche', '45 droite'],
  ['45 droite', '46 gauche'],
  ['45 Droite', '46 Gauche'],
  ['45 GAUCHE', '45 DROITE'],
  ['45, droite', '46, gauche'],
  ['45 g', '45 d'],
  ['45d', '46g'],
  ['12 recto', '12 verso'],
  ['12 verso', '13 recto'],
  ['12r', '12v'],
  ['12 v°', '13 r°'],
  ['099b', '100a'],
  ['45A', '45B'],
])('%s is followed by %s', (text, next) => {
  expect(nextView(text)).toBe(next)
})

test.each(['', 'gauche', 'première', 'a'])('« %s » has no number to raise', (text) => {
  expect(nextView(text)).toBeNull()
})
