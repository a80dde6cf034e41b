import type { Champ } from '../../../champs/kind.ts'

/**
 * All that static/js/file-suite.js has to know of the fields to make the form of the next record as `emptyForm` does, while the
 * server cannot be asked: by name « type policy », and « maj » where the field is in capitals.
 */
export const nextFormRules = (champs: readonly Champ[]): Record<string, string> =>
  Object.fromEntries(
    champs.map((champ) => [champ.nom, `${champ.type} ${champ.politique}${isInCapitals(champ) ? ' maj' : ''}`]),
  )

const isInCapitals = ({ type, majuscules }: Champ): boolean => majuscules && (type === 'text' || type === 'textarea')
