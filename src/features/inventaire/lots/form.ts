import type { ActKind } from '../../../db/schema-persons.ts'
import { shown } from '../../../lib/body.ts'
import { optionalId } from '../../../web/form.ts'
import type { Asked } from '../../lots/kind.ts'
import { sourceChoices } from '../../sources/queries/sources.ts'
import { actsOf } from './queries.ts'

/** The types and the section of sources of registers. */
export interface NewSources {
  /** Type of the sources by kind of act. */
  types: Partial<Record<ActKind, number>>
  section: number | null
}

const chosenType = (raw: Asked['raw'], acte: ActKind): number | undefined =>
  optionalId.safeParse(shown(raw, `choix_type_${acte}`)).data ?? undefined

/** Reads the choice of `NewSourcesChoice` for these registers, as far as this user may choose it. */
export async function parseNewSources(asked: Pick<Asked, 'db' | 'user' | 'ids' | 'raw'>) {
  const { types, sections, needsSection } = await sourceChoices(asked.db, asked.user)
  const errors: Record<string, string> = {}
  const detail: NewSources = { types: {}, section: null }
  for (const acte of await actsOf(asked.db, asked.ids)) {
    const id = chosenType(asked.raw, acte)
    if (id !== undefined && types.some((type) => type.id === id)) detail.types[acte] = id
    else errors[`choix_type_${acte}`] = 'Choisissez le type dans la liste.'
  }
  const typed = shown(asked.raw, 'choix_section')
  detail.section = optionalId.safeParse(typed).data ?? null
  const isThere = typed === 'aucune' ? !needsSection : sections.some(({ id }) => id === detail.section)
  if (!isThere) errors.choix_section = 'Choisissez une section de la liste.'
  if (Object.keys(errors).length > 0) return { ok: false as const, errors }
  return { ok: true as const, detail: { ...detail } }
}
