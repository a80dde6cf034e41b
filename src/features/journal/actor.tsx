import type { Context } from 'hono'
import { clientAddress } from '../../web/address.ts'
import type { AppEnv } from '../../web/env.ts'
import type { Actor } from './actions.ts'

export function actorOf(c: Context<AppEnv>): Actor {
  const id = c.var.maybeUser?.id ?? null
  return { id, adresse: clientAddress(c) || null, requete: c.var.requestId ?? null }
}
