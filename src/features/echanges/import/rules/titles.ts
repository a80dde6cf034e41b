import type { Plan } from '../../rules/plan.ts'

/** « Saint-Malo · Baptêmes », for each source of a plan. */
export function titlesOf({ communes, sources }: Plan, types: readonly { id: number; nom: string }[]): string[] {
  return sources.map(({ commune, type_source_id }) => {
    const where = communes.find(({ cle }) => cle === commune)?.nom
    const what = types.find(({ id }) => id === type_source_id)?.nom
    return [where, what].filter(Boolean).join(' · ')
  })
}
