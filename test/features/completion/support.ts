import { expect } from 'vitest'
import type { Visitor } from '../../support/app.ts'

/** Gives what the desk offers for the beginning of a value. */
export async function offered(
  visitor: Visitor,
  source: { id: number },
  q: string,
  champ = 'prenom',
): Promise<string[]> {
  const answer = await visitor.fragment(`/completions?source=${source.id}&champ=${champ}&q=${encodeURIComponent(q)}`)
  expect(answer.status).toBe(200)
  return answer.page.all('[role=option]').map((option) => option.getAttribute('data-valeur') ?? '')
}
