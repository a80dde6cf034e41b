import { ACT_KINDS, type ActKind } from '../../db/schema-persons.ts'
import { asked, askedBox, askedOption, askedWords, FilterForm, found, YEARS, yearsInOrder } from '../../web/filter.ts'
import { optionalId } from '../../web/form.ts'

/** The part of the archive that is counted. */
export interface StatisticsFilter {
  /** A place, everything below it included. */
  lieu: { id: number; chemin: string } | null
  section: number | null
  annee_debut: number | null
  annee_fin: number | null
  /** Seasons: of acts of this kind; null: of marriages. */
  acte: ActKind | null
  /** Surnames: those that begin with it. */
  lettre: string
  /** Surnames: those that no source outside of the place or section has. */
  seuls: boolean
}

export const statisticsFilter = new FilterForm<StatisticsFilter>(
  {
    lieu: found(({ id }) => id),
    section: asked(optionalId),
    ...YEARS,
    acte: askedOption(ACT_KINDS),
    lettre: askedWords(1),
    seuls: askedBox('1'),
  },
  yearsInOrder,
)
