import { pendingMigrations } from '../../db/migrate.ts'
import { AppError } from '../../lib/errors.ts'
import { type InstalledSite, onSite } from '../../process/site.ts'

/** Works as `onSite` does; AppError `interdit` where the base is not that of this version. */
export const onCurrentSite = (work: (site: InstalledSite) => Promise<number>): Promise<number> =>
  onSite(async (site) => {
    if ((await pendingMigrations(site.db)).length > 0)
      throw new AppError('interdit', 'La base est d’une autre version : lancez d’abord « releve db:migrate ».')
    return work(site)
  })
