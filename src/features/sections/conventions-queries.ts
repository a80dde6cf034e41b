import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import type { CurrentUser } from '../../web/env.ts'
import { readableSections, visibleSources } from '../droits/policy.ts'

/** The conventions of a section that this user reads, or of which a source was given to the user. AppError `introuvable` of any other. */
export async function findConventions(db: Db, user: CurrentUser, id: number) {
  const section = await db
    .selectFrom('sections')
    .select(['id', 'nom', 'conventions', 'version'])
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        readableSections(user)(eb),
        eb('sections.id', 'in', eb.selectFrom('sources').select('sources.section_id').where(visibleSources(user))),
      ]),
    )
    .executeTakeFirst()
  if (!section) throw new AppError('introuvable', 'Cette section n’existe pas, ou elle ne vous est pas accessible.')
  return section
}

export type SectionConventions = Awaited<ReturnType<typeof findConventions>>
