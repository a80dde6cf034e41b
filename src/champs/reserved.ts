import type { Champ } from './kind.ts'

/** Marginal notes, causes of death and recognitions, by their names in the ready types and in what associations make of them. */
const RESERVED = /^(mentions?(_|$)|cause(_|$)|reconnaissance(_|$)|date_reconnaissance$)/

/** Does a field leave to other societies only where a box is ticked (docs/decisions.md, section 10)? */
export const isReserved = ({ nom }: Pick<Champ, 'nom'>): boolean => RESERVED.test(nom)
