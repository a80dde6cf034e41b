import { formatNumber, plural } from '../../../lib/text.ts'

/** Counts places directly below the place, its sources, records that hold it in a field, whoever may see them; lines of spelling and of the inventory. */
export interface LieuUses {
  lieux: number
  sources: number
  orthographes: number
  registres: number
  /** Counted up to MAX_QUOTES + 1, which stands for more than MAX_QUOTES. */
  releves: number
}

/** Nobody waits for the exact figure beyond this. */
export const MAX_QUOTES = 1000

/** « 12 relevés », « plus de 1 000 relevés ». */
export const quotesText = (n: number): string =>
  n > MAX_QUOTES ? `plus de ${formatNumber(MAX_QUOTES)} relevés` : plural(n, 'relevé', 'relevés')

function attachedText({ lieux, sources }: LieuUses): string | undefined {
  const holds = [
    lieux > 0 && `${plural(lieux, 'lieu', 'lieux')} en dessous de lui`,
    sources > 0 && plural(sources, 'source', 'sources'),
  ].filter((part) => part !== false)
  if (holds.length === 0) return undefined
  const verb =
    lieux + sources > 1 ? 'rattachez-les d’abord à un autre lieu' : 'rattachez d’abord cet élément à un autre lieu'
  return `Ce lieu a ${holds.join(' et ')}\u00a0: ${verb}.`
}

function quotedText({ releves }: LieuUses): string | undefined {
  if (releves === 0) return undefined
  const records = releves > 1 ? 'ces relevés' : 'ce relevé'
  return `Ce lieu est cité dans ${quotesText(releves)}\u00a0: fusionnez-le avec celui qui doit le remplacer, ou corrigez d’abord ${records}.`
}

function spelledText({ orthographes }: LieuUses): string | undefined {
  if (orthographes === 0) return undefined
  const lines = orthographes > 1 ? 'supprimez-les, ou donnez-leur' : 'supprimez-la, ou donnez-lui'
  const verb = orthographes > 1 ? 'ne valent' : 'ne vaut'
  return `${plural(orthographes, 'ligne d’orthographe', 'lignes d’orthographe')} ${verb} que pour ce lieu\u00a0: ${lines} d’abord un autre lieu.`
}

function heldText({ registres }: LieuUses): string | undefined {
  if (registres === 0) return undefined
  const verb = registres > 1 ? 'supprimez-les, ou donnez-leur' : 'supprimez-la, ou donnez-lui'
  return `L’inventaire a ${plural(registres, 'ligne', 'lignes')} pour ce lieu\u00a0: ${verb} d’abord un autre lieu.`
}

/** Why a place stays, with what holds it; undefined where nothing does. */
export function inUse(uses: LieuUses): string | undefined {
  const reasons = [attachedText(uses), quotedText(uses), spelledText(uses), heldText(uses)].filter(
    (text) => text !== undefined,
  )
  return reasons.length === 0 ? undefined : reasons.join(' ')
}
