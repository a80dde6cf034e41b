import { isHost, isReservedTarget } from '../../../lib/network.ts'
import { quoted } from '../../../lib/typo.ts'
import type { Showing, Vue } from '../queries/views.ts'

/** So much of the hash of a photo stands in its address: another photo has another address. */
const VERSION_CHARS = 16

/** The part of the address of a photo that changes with its content, so that a browser keeps it for ever. */
export const versionOf = ({ sha256 }: { sha256: string }): string => sha256.slice(0, VERSION_CHARS)

/** Longest sides of the copies, in points. */
export const SIZES = { lisible: 2000, vignette: 320 } as const
export type Size = keyof typeof SIZES

/** Hosts as an administrator typed them, `host` or `host:port`, one a line. */
export const hostsOf = (typed: string | null): string[] =>
  (typed ?? '')
    .split(/\s+/)
    .map((host) => host.toLowerCase())
    .filter((host) => host !== '')

const MOST_HOSTS = 20

/** A server as it is kept: `host`, or `host:port` where it is no usual one; undefined for what is none. */
function hostOf(typed: string): string | undefined {
  const url = URL.parse(`https://${typed.replace(/^https?:\/\//i, '').replace(/\/$/, '')}`)
  if (url === null || url.username + url.password + url.search + url.hash !== '' || url.pathname !== '/')
    return undefined
  const name = url.hostname.replace(/^\[|\]$/g, '')
  return isHost(name) && !isReservedTarget(name) ? url.host.replace(/:80$/, '') : undefined
}

/** The servers that were typed, one a line, as they are kept; or why they are not. */
export function readHosts(typed: string | null): { hosts: string | null } | { problem: string } {
  const lines = hostsOf(typed)
  if (lines.length > MOST_HOSTS) return { problem: `Indiquez ${MOST_HOSTS} serveurs au plus.` }
  const wrong = lines.find((line) => hostOf(line) === undefined)
  if (wrong !== undefined)
    return { problem: `${quoted(wrong)} n’est pas un nom de serveur, par exemple archives.exemple.fr.` }
  return { hosts: [...new Set(lines.map((line) => hostOf(line)))].join('\n') || null }
}

/** May pictures of this address be shown, and fetched by the server? */
export function isAllowed(address: string, hosts: readonly string[]): boolean {
  const url = URL.parse(address)
  return url !== null && /^https?:$/.test(url.protocol) && hosts.includes(url.host)
}

/** Where a view is shown, without JavaScript too. */
export const viewHref = (sourceId: number, numero: number): string => `/sources/${sourceId}/vues/${numero}`

/** IIIF Image API (2 and 3): a size that fits into a square, which no server has to enlarge for. */
export const iiifAddress = (base: string, side: number): string => `${base}/full/!${side},${side}/0/default.jpg`

/** Where a photo of ours is, by the longest side of its copy, or whole. */
export const photoHref = (sourceId: number, numero: number, image: { sha256: string }, size: string | number): string =>
  `${viewHref(sourceId, numero)}/image?taille=${size}&v=${versionOf(image)}`

/** The small copy of a view, for a list; null where there is none: a photo that was sent without a script has one size, its own. */
export const thumbnailOf = (sourceId: number, vue: Vue, showing: Showing): string | null =>
  vue.image?.copie_320 === null ? null : pictureOf(sourceId, vue, 'vignette', showing)

/**
 * The address of the picture of a view, for `<img src>`; null where none may be shown here: a link to the archive alone, or a host
 * that nobody allowed.
 */
export function pictureOf(sourceId: number, vue: Vue, size: Size, showing: Showing): string | null {
  if (vue.image) return photoHref(sourceId, vue.numero, vue.image, SIZES[size])
  if (vue.iiif_base === null || showing.diffusion === 'lien') return null
  return isAllowed(vue.iiif_base, hostsOf(showing.hotes_images)) ? iiifAddress(vue.iiif_base, SIZES[size]) : null
}
