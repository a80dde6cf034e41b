import { addressProblem } from '../../../vues/rules/address.ts'

const NOT_WEB = 'Collez une adresse complète, qui commence par https://.'

/** Why a link that was typed is none; here nobody types a pattern, of which the words for views tell. */
export function linkProblem(link: string): string | undefined {
  const problem = addressProblem(link)
  return problem?.includes('{vue}') === true ? NOT_WEB : problem
}
