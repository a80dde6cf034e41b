import { z } from 'zod'
import { type Elsewhere, PLACE_KINDS } from '../../../../lib/elsewhere.ts'
import { seal, unseal } from '../../../../lib/sealed.ts'

const PURPOSE = 'copy elsewhere'
const MAX_PORT = 65_535

/** The block as the settings file holds it; the three secrets are sealed. */
const Stored = z.object({
  sorte: z.enum(PLACE_KINDS),
  adresse: z.string().min(1),
  port: z.number().int().min(0).max(MAX_PORT),
  dossier: z.string(),
  identifiant: z.string(),
  secret: z.string(),
  cle_privee: z.string(),
  cle_hote: z.string(),
  region: z.string(),
  seau: z.string(),
  par_chemin: z.boolean(),
  phrase: z.string(),
  chaque_nuit: z.boolean(),
  // Files of before have none.
  marque: z.string().default(''),
})

const SECRETS = ['secret', 'cle_privee', 'phrase'] as const

const turned = (place: Elsewhere, turn: (text: string) => string): Elsewhere => ({
  ...place,
  ...Object.fromEntries(SECRETS.map((name) => [name, turn(place[name])])),
})

export const storedElsewhere = (place: Elsewhere | null, secret: string): unknown =>
  place && turned(place, (text) => seal(secret, PURPOSE, text))

/** The block of the settings file with its secrets in clear; null where there is none. Throws where it makes no sense. */
export function readStoredElsewhere(stored: unknown, secret: string): Elsewhere | null {
  if (stored === undefined || stored === null) return null
  return turned(Stored.parse(stored), (text) => unseal(secret, PURPOSE, text))
}
