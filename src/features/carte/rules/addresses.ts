import { listUrl } from '../../../web/pagination.ts'
import type { SourceFilter } from '../../sources/queries/filter.ts'

/** The map is asked what to look for, not where or whose: a part of the filter of the sources. */
export type CarteFilter = Pick<SourceFilter, 'type' | 'statut' | 'annee_debut' | 'annee_fin'>

/** An address leaves out what is not asked. */
const filterParams = ({ type, statut, annee_debut, annee_fin }: CarteFilter) => ({
  ...{ type, statut },
  ...{ annee_debut, annee_fin },
})

export const LAYERS = ['couverture'] as const

/** The layer changes how places are drawn and told, never which ones; null: by their sources. */
export type CarteView = CarteFilter & { couche: (typeof LAYERS)[number] | null }

export const PATH = '/carte'

/** The map under this filter. */
export const carteUrl = (filter: CarteFilter): string => listUrl(PATH, {}, filterParams(filter))

/** The coverage of a place in the same years, of the same kind of act. */
export const coverageUrl = ({ type, annee_debut, annee_fin }: CarteFilter, lieu: number): string =>
  listUrl(`/couverture/lieux/${lieu}`, {}, { de: annee_debut, a: annee_fin, type })

/** The search in the records of what the map shows under this filter, of all of it or of one place. */
export const rechercheUrl = (filter: CarteFilter, lieu: number | null = null): string =>
  listUrl('/recherche', {}, { lieu, ...filterParams(filter) })
