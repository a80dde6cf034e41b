import { z } from 'zod'
import type { IdentityProvider } from '../../../lib/identity-provider.ts'
import { seal, unseal } from '../../../lib/sealed.ts'

const PURPOSE = 'identity provider'

/** The block as the settings file holds it; `secret` is sealed. */
const Stored = z.object({
  emetteur: z.url(),
  client_id: z.string().min(1),
  secret: z.string(),
  libelle: z.string().min(1),
})

export const storedProvider = (provider: IdentityProvider | null, secret: string): unknown =>
  provider && { ...provider, secret: seal(secret, PURPOSE, provider.secret) }

/** The block of the settings file with its secret in clear; null where there is none. Throws where it makes no sense. */
export function readStoredProvider(stored: unknown, secret: string): IdentityProvider | null {
  if (stored === undefined || stored === null) return null
  const provider = Stored.parse(stored)
  return { ...provider, secret: unseal(secret, PURPOSE, provider.secret) }
}
