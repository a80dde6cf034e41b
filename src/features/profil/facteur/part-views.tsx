import { formatDay, plural } from '../../../lib/text.ts'
import { Badge, LinkButton } from '../../../ui/page.tsx'
import type { Factor } from '../../auth/factor-queries.ts'
import { hasOwnFactor } from '../../auth/rules/own-factor.ts'
import { FACTOR_PATH, KEYS_PATH } from './must-have.tsx'

export const FACTOR_TITLE = 'Application d’authentification'

const FEW = 2

const codesLeftInWords = (codes: number): string =>
  codes === 0 ? 'aucun ne reste' : `${plural(codes, 'reste', 'restent')}`

/** How many recovery codes are left; few of them ask for new ones. */
export const CodesLeft = ({ codes }: { codes: number }) => (
  <Badge tone={codes > FEW ? 'ok' : 'warn'}>{codesLeftInWords(codes)}</Badge>
)

/** A part of the profile. */
export function FactorPart({ factor }: { factor: Factor }) {
  const { totp_at, cles, codes } = factor
  return (
    <>
      <h2>Second facteur</h2>
      <p>
        {FACTOR_TITLE}&nbsp;:{' '}
        {totp_at === null ? (
          <Badge tone="neutre">Aucune</Badge>
        ) : (
          <>
            <Badge tone="ok">En place</Badge> depuis le {formatDay(totp_at)}
          </>
        )}
      </p>
      <p>
        Clés d’accès&nbsp;: <Badge tone={cles === 0 ? 'neutre' : 'ok'}>{cles === 0 ? 'Aucune' : String(cles)}</Badge>
      </p>
      {hasOwnFactor(factor) && (
        <p>
          Codes de secours&nbsp;: <CodesLeft codes={codes} />
        </p>
      )}
      <p>Un code de votre téléphone, ou un geste, demandé après le mot de passe.</p>
      <div class="actions">
        <LinkButton href={FACTOR_PATH}>
          {totp_at === null ? 'Mettre en place l’application' : 'Application, codes de secours'}
        </LinkButton>
        <LinkButton href={KEYS_PATH}>{cles === 0 ? 'Ajouter une clé d’accès' : 'Clés d’accès'}</LinkButton>
      </div>
    </>
  )
}
