import { plural } from '../../lib/text.ts'
import type { OpenCounts } from './rules/second-keying.ts'

export const secondPath = (sourceId: number): string => `/sources/${sourceId}/seconde-saisie`
export const arbitragePath = (sourceId: number): string => `/revue/${sourceId}/arbitrage`

/** Shows what is left of a second keying, each a link to where it is done; nothing where it is over. */
export function OpenSeconds({ source, aSaisir, aArbitrer }: OpenCounts & { source: { id: number } }) {
  if (aSaisir + aArbitrer === 0) return null
  return (
    <p class="annonce annonce-warn">
      Seconde saisie, avant de valider{'\u00a0'}:{' '}
      {aSaisir > 0 && (
        <a href={secondPath(source.id)}>{`${plural(aSaisir, 'acte', 'actes')} à saisir une seconde fois`}</a>
      )}
      {aSaisir > 0 && aArbitrer > 0 && ', '}
      {aArbitrer > 0 && <a href={arbitragePath(source.id)}>{`${plural(aArbitrer, 'acte', 'actes')} à arbitrer`}</a>}.
    </p>
  )
}
