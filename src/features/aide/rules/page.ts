import type { UserRole } from '../../../db/schema.ts'
import { words } from '../../../lib/text.ts'

/** Where a part stands on its page: the words of its title. */
export const partId = (titre: string): string => words(titre).join('-')

/** A short page of help: a sentence, then a few parts of a few lines. */
export interface HelpPage {
  /** Last part of its address. */
  cle: string
  titre: string
  chapeau: string
  parties: { titre: string; lignes: string[] }[]
  /** Pages that go on from here, by the last parts of their addresses. */
  voir?: string[]
  /** Whom the list of pages offers it to; everybody where it does not say. */
  pour?: UserRole[]
}
