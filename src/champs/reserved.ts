import type { Champ } from './kind.ts'

/** Fields of marginal notes and causes of death: they leave to other societies only where a box is ticked (docs/decisions.md, section 10). */
const RESERVED = new Set([
  'mention_marginale',
  'mentions_marginales',
  'mentions',
  'reconnaissance',
  'date_reconnaissance',
  'cause',
])

export const isReserved = ({ nom }: Pick<Champ, 'nom'>): boolean => RESERVED.has(nom)
