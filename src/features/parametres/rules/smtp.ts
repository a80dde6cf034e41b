import { z } from 'zod'
import { isMailbox, type SmtpServer } from '../../../lib/mailer.ts'
import { seal, unseal } from '../../../lib/sealed.ts'

const PURPOSE = 'smtp password'
const MAX_PORT = 65_535

const noControl = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text))

/** The block as the settings file holds it; `password` is sealed. */
const Stored = z.object({
  host: noControl(255).min(1),
  port: z.number().int().min(1).max(MAX_PORT),
  encryption: z.enum(['none', 'starttls', 'tls']),
  username: noControl(255),
  password: z.string(),
  sender_address: z.string().refine(isMailbox),
  sender_name: noControl(255),
})

export const storedSmtp = (server: SmtpServer | null, secret: string): unknown =>
  server && { ...server, password: seal(secret, PURPOSE, server.password) }

/** The block of the settings file with its password in clear; null where there is none. Throws where it makes no sense. */
export function readStoredSmtp(stored: unknown, secret: string): SmtpServer | null {
  if (stored === undefined || stored === null) return null
  const server = Stored.parse(stored)
  return { ...server, password: unseal(secret, PURPOSE, server.password) }
}
