import type { Db } from '../../../../db/schema.ts'
import type { LinkResult } from '../../../../db/schema-vues.ts'

export type Tally = Record<LinkResult, number>

/** How the links of a week came out. */
export interface WeekOfLooks extends Tally {
  semaine: string
}

const none = (): Tally => ({ vit: 0, mort: 0, incertain: 0 })

/** The weeks in which links of a repository were looked at, the latest first. */
export async function weeksOf(db: Db, depotId: number): Promise<WeekOfLooks[]> {
  const rows = await db
    .selectFrom('depot_liens_verifies')
    .select(({ fn }) => ['semaine', 'resultat', fn.countAll<number>().as('n')])
    .where('depot_id', '=', depotId)
    .groupBy(['semaine', 'resultat'])
    .orderBy('semaine', 'desc')
    .execute()
  const weeks = new Map<string, WeekOfLooks>()
  for (const { semaine, resultat, n } of rows) {
    const week = weeks.get(semaine) ?? { semaine, ...none() }
    week[resultat] = n
    weeks.set(semaine, week)
  }
  return [...weeks.values()]
}

/** The links of one week, by the pattern that made them; 0 stands for those that stand as they are. */
export async function looksIn(db: Db, depotId: number, semaine: string) {
  const looks = await db
    .selectFrom('depot_liens_verifies')
    .select(['lien_id', 'adresse', 'resultat', 'reponse', 'at'])
    .where('depot_id', '=', depotId)
    .where('semaine', '=', semaine)
    .orderBy('id')
    .execute()
  const byPattern = new Map<number, Tally>()
  for (const { lien_id, resultat } of looks) {
    const tally = byPattern.get(lien_id ?? 0) ?? none()
    tally[resultat] += 1
    byPattern.set(lien_id ?? 0, tally)
  }
  return { looks, byPattern }
}

export type WeekLooks = Awaited<ReturnType<typeof looksIn>>
