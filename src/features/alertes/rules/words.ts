import { formatNumber, plural } from '../../../lib/text.ts'

export const PATH = '/mes-recherches'

export const MAX_SEARCHES = 50
export const MAX_ADDRESS = 2000
export const MAX_AWAITED = 100
/** Years for which somebody waits at once. */
export const MAX_YEARS = 500

/** The number of acts that are new; beyond what is counted it is said so. */
export const newsText = (n: number, isMore: boolean): string =>
  isMore ? `Plus de ${formatNumber(n)} nouveaux` : plural(n, 'nouveau', 'nouveaux')
