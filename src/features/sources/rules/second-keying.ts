import { plural } from '../../../lib/text.ts'

/** Acts that keep a source from being validated: drawn and not typed a second time, typed and not yet arbitrated. */
export interface OpenCounts {
  aSaisir: number
  aArbitrer: number
}

/** How many of so many acts a second person types: a share of a few acts is never none. */
export const secondsOf = (acts: number, share: number): number => Math.ceil((acts * share) / 100)

/** Why a source is not validated yet. */
export function openSecondsSentence({ aSaisir, aArbitrer }: OpenCounts): string {
  const left = [
    aSaisir > 0 && `${plural(aSaisir, 'acte', 'actes')} à saisir une seconde fois`,
    aArbitrer > 0 && `${plural(aArbitrer, 'acte', 'actes')} à arbitrer`,
  ].filter(Boolean)
  return `La seconde saisie n’est pas finie\u00a0: il reste ${left.join(' et ')}. La source ne peut être validée qu’ensuite.`
}
