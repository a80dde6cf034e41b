/** A pattern for `like … escape '\'`: the text anywhere, its signs that `like` takes for wildcards standing for themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
