import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import type { CurrentUser } from '../../web/env.ts'
import { readableSections, visibleSources } from '../droits/policy.ts'
import type { SectionText } from './texts-rules.ts'

/** A text of a section that this user reads, or of which a source was given to the user. AppError `introuvable` of any other. */
export async function findText(db: Db, user: CurrentUser, text: SectionText, id: number) {
  const section = await db
    .selectFrom('sections')
    .select(['id', 'nom', 'version', `${text} as texte`])
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

export type TextOfSection = Awaited<ReturnType<typeof findText>>
