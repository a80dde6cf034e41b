import { isIP } from 'node:net'
import { z } from 'zod'
import type { IdentityProvider } from '../../lib/identity-provider.ts'
import { isPublicAddress, isReservedTarget } from '../../lib/network.ts'
import { asTyped, type Body, ONE_LINE, oneLine, type Parsed, parseForm, refused, text } from '../../web/form.ts'

/** Names that no machine of the Internet has. */
const NEAR_NAME = /^(?:localhost|[^.]+|.*\.(?:localhost|local|lan|home|internal|home\.arpa))$/i

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const isNear = (host: string): boolean => (isIP(host) === 0 ? NEAR_NAME.test(host) : !isPublicAddress(host))

/** People copy the address of the document that a provider shows; the provider itself is called like what stands before it. */
const withoutDocument = (address: string): string => address.replace(/\/\.well-known\/openid-configuration\/?$/, '')

function problemOf(address: string): string | undefined {
  const url = URL.parse(address)
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== ''
  )
    return 'Indiquez une adresse entière, par exemple https://nuage.exemple.fr.'
  const host = hostOf(url)
  if (isIP(host) !== 0 && isReservedTarget(host))
    return 'Cette adresse est réservée\u00a0: aucun fournisseur ne s’y trouve.'
  if (url.protocol === 'http:' && !isNear(host))
    return 'Sur Internet, il faut une adresse en « https »\u00a0: « http » ne convient que sur le réseau local.'
  return undefined
}

const Provider = z.object({
  emetteur: text(500, 'Indiquez l’adresse du fournisseur, par exemple https://nuage.exemple.fr.')
    .refine(oneLine, ONE_LINE)
    .transform(withoutDocument)
    .superRefine((address, ctx) => {
      const message = address === '' ? undefined : problemOf(address)
      if (message !== undefined) ctx.addIssue({ code: 'custom', message })
    }),
  client_id: text(300, 'Indiquez l’identifiant que le fournisseur a donné à ce site.').refine(oneLine, ONE_LINE),
  secret: asTyped,
  libelle: text(40, 'Donnez le nom que les membres connaissent, par exemple « Nextcloud ».').refine(oneLine, ONE_LINE),
})

const RETYPE = 'Le fournisseur ou l’identifiant a changé\u00a0: tapez de nouveau le secret.'

/** An empty secret keeps the one in force, but never takes it to another provider: who may change settings must not learn it that way. */
export function parseProvider(raw: Body, known: IdentityProvider | null): Parsed<IdentityProvider> {
  const form = parseForm(Provider, raw)
  if (!form.ok || form.value.secret !== '') return form
  const { emetteur, client_id } = form.value
  if (known === null) return refused(raw, { secret: 'Indiquez le secret que le fournisseur a donné à ce site.' })
  if (known.emetteur !== emetteur || known.client_id !== client_id) return refused(raw, { secret: RETYPE })
  return { ok: true, value: { ...form.value, secret: known.secret } }
}
