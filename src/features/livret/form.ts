import { ACT_KINDS, type ActKind } from '../../db/schema-persons.ts'
import { askedOption, FilterForm, YEARS, yearsInOrder } from '../../web/filter.ts'

/** A part of a book: acts of these years and of this kind, one of its two tables. */
export interface BookFilter {
  annee_debut: number | null
  annee_fin: number | null
  acte: ActKind | null
  table: 'noms' | 'couples' | null
}

export const bookFilter = new FilterForm<BookFilter>(
  { ...YEARS, acte: askedOption(ACT_KINDS), table: askedOption(['noms', 'couples']) },
  yearsInOrder,
)
