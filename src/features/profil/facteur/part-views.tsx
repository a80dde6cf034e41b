import { formatDay, plural } from '../../../lib/text.ts'
import { Badge, LinkButton } from '../../../ui/page.tsx'
import type { Factor } from '../../auth/factor-queries.ts'
import { FACTOR_PATH } from './must-have.tsx'

export const FACTOR_TITLE = 'Application d’authentification'

const FEW = 2

const codesLeftInWords = (codes: number): string =>
  codes === 0 ? 'aucun ne reste' : `${plural(codes, 'reste', 'restent')}`

/** How many recovery codes are left; few of them ask for new ones. */
export const CodesLeft = ({ codes }: { codes: number }) => (
  <Badge tone={codes > FEW ? 'ok' : 'warn'}>{codesLeftInWords(codes)}</Badge>
)

/** A part of the profile. */
export function FactorPart({ factor: { totp_at, codes } }: { factor: Factor }) {
  return (
    <>
      <h2>{FACTOR_TITLE}</h2>
      {totp_at === null ? (
        <p>
          <Badge tone="neutre">Aucune</Badge> Un code de votre téléphone, demandé après le mot de passe.
        </p>
      ) : (
        <p>
          <Badge tone="ok">En place</Badge> depuis le {formatDay(totp_at)}. Codes de secours&nbsp;:{' '}
          <CodesLeft codes={codes} />
        </p>
      )}
      <p>
        <LinkButton href={FACTOR_PATH}>{totp_at === null ? 'Mettre en place' : 'Codes de secours, retrait'}</LinkButton>
      </p>
    </>
  )
}
