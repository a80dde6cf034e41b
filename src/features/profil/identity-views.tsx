import { formatDay } from '../../lib/text.ts'
import { Form } from '../../ui/form.tsx'

export const UNLINK_PATH = '/profil/fournisseur/retrait'

export interface IdentityProps {
  /** How people call the provider of the site; undefined where there is none. */
  provider: string | undefined
  /** By which providers the account came in. */
  identities: { emetteur: string; created_at: string }[]
}

/** A part of the profile: what the person may come in by beside the password. Nothing where that is nothing. */
export function IdentityPart({ provider, identities }: IdentityProps) {
  if (provider === undefined && identities.length === 0) return null
  return (
    <>
      <h2>Connexion par {provider ?? 'un autre compte'}</h2>
      {identities.length === 0 ? (
        <p>
          Pas encore relié. La première connexion par {provider} relie ce compte, si votre adresse électronique y est la
          même, vérifiée.
        </p>
      ) : (
        <Form action={UNLINK_PATH}>
          {identities.map(({ emetteur, created_at }) => (
            <p>
              Relié à {emetteur} depuis le {formatDay(created_at)}.
            </p>
          ))}
          <button type="submit" class="bouton">
            Délier mon compte
          </button>
        </Form>
      )}
    </>
  )
}
