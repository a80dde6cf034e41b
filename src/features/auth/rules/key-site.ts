import { isIP } from 'node:net'

/** Browsers bind a key to the name of a site, and sign its whole address. */
export interface KeySite {
  name: string
  origin: string
}

/** Why a site has no keys: its address is not known, is not encrypted, or has no name. */
export type KeyTrouble = 'inconnue' | 'http' | 'adresse_ip'

/** Says for which site keys are made at this address (`https://host:port`, '' where it is not known), or why browsers would refuse. */
export function keySiteAt(address: string): KeySite | KeyTrouble {
  const url = URL.parse(address)
  if (!url) return 'inconnue'
  const { hostname: name, protocol, origin } = url
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return 'adresse_ip'
  const isHere = name === 'localhost' || name.endsWith('.localhost')
  return protocol === 'https:' || isHere ? { name, origin } : 'http'
}
