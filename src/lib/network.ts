import { isIPv4, isIPv6 } from 'node:net'

const GROUPS = 8
const NETWORK_GROUPS = 4

/** The eight groups of an IPv6 address, « :: » written out. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const left = head === '' ? [] : head.split(':')
  if (tail === undefined) return left
  const right = tail === '' ? [] : tail.split(':')
  const zeros = new Array<string>(Math.max(0, GROUPS - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right]
}

/** One way of writing an address: an IPv4 one that came over an IPv6 socket is the IPv4 one. '' for what is none. */
export function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  return isIPv4(mapped) || isIPv6(mapped) ? mapped.toLowerCase() : ''
}

/** What limits count by: an IPv4 address, or the /64 that an IPv6 subscriber gets whole. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const network = groupsOf(address).slice(0, NETWORK_GROUPS)
  return `${network.map((group) => (Number.parseInt(group, 16) || 0).toString(16)).join(':')}::/64`
}
