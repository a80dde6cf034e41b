/** Map images of a server chosen by an administrator. */
export interface TileServer {
  /** Address with {z}, {x} and {y}, and {s} where the server has several names. */
  template: string
  /** The content security policy must let this pass: « https://*.tuiles.exemple.fr », or '' for our own site. */
  origin: string
}

const SEVERAL = /^https:\/\/\{s\}\./i

/** Reads such an address; undefined where it is none. « https », or a path of our own site. */
export function readTileServer(text: string): TileServer | undefined {
  const template = text.trim()
  if (!['{z}', '{x}', '{y}'].every((part) => template.includes(part)) || /[\s"'<>\\;,]/.test(template)) return undefined
  const rest = template.replace(SEVERAL, 'https://').replace(/\{[zxy]\}/g, '1')
  if (/[{}]/.test(rest)) return undefined
  if (/^\/(?!\/)/.test(rest)) return { template, origin: '' }
  const url = /^https:\/\/[^/]/i.test(rest) ? URL.parse(rest) : null
  // A number in the name of the machine would let each tile come from another one.
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === ''
  if (!isPlain || /\{[zxy]\}/.test(template.split('/')[2] ?? '')) return undefined
  return { template, origin: SEVERAL.test(template) ? `https://*.${url.host}` : url.origin }
}
