/** Deeper trees are refused: no real one is, and every recursive query ends (reliability.md T41). */
export const MAX_DEPTH = 64

/** First path after all those below `chemin`: `/1/7/` → `/1/70`, since '0' follows '/' in both engines' byte order. */
export const endOfRange = (chemin: string): string => `${chemin.slice(0, -1)}0`

/** The ids of a path from the root down, the place itself last: `/1/7/79/` → [1, 7, 79]. */
export const idsOf = (chemin: string): number[] => chemin.split('/').filter(Boolean).map(Number)

/** Ancestors from the root down, without the place itself. */
export const ancestorIds = (chemin: string): number[] => idsOf(chemin).slice(0, -1)
