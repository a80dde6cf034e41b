/** No-break space: before a colon and inside guillemets. */
export const NBSP = '\u00a0'

/** Narrow no-break space: before ; ! ? and between thousands. */
export const NNBSP = '\u202f'

/** « text », with the no-break spaces that keep the guillemets beside their word. */
export const quoted = (text: string): string => `«${NBSP}${text}${NBSP}»`

/** Cuts short what it quotes: a cell of somebody's file may hold a whole page, and the message that cites it is stored. */
export const quotedStart = (text: string): string => quoted(text.slice(0, 200))
