type Plain = string | number | boolean

/** May this value of a statement be written into its text? */
export const isPlain = (value: unknown): value is Plain => ['string', 'number', 'boolean'].includes(typeof value)

/** A text as a literal of SQL. */
export const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`
