import { BlockList, isIPv4, isIPv6 } from 'node:net'

const HOST_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}.])?$/u

/** The name or the address of a machine, without port nor protocol. */
export const isHost = (text: string): boolean => HOST_NAME.test(text) || isIPv4(text) || isIPv6(text)

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

/** The IPv4 address in an IPv6 one, however that is written: « ::ffff:192.0.2.7 », « ::ffff:c000:207 »; undefined where there is none. */
function mappedIn(address: string): string | undefined {
  if (!/ffff/i.test(address) || !isIPv6(address)) return undefined
  const [, ...halves] =
    /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(URL.parse(`http://[${address}]`)?.hostname ?? '') ?? []
  if (halves.length === 0) return undefined
  return halves.flatMap((half) => [...Buffer.from(half.padStart(4, '0'), 'hex')]).join('.')
}

/** One way of writing an address: an IPv4 one that came over an IPv6 socket is the IPv4 one. '' for what is none. */
export function plainAddress(address: string): string {
  const plain = mappedIn(address) ?? address
  return isIPv4(plain) || isIPv6(plain) ? plain.toLowerCase() : ''
}

/** An address with the port that some proxies write behind it, without it: « 192.0.2.7:4711 », « [2001:db8::1]:4711 ». */
export function withoutPort(entry: string): string {
  const match = /^(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/i.exec(entry)
  return match?.[1] ?? match?.[2] ?? entry
}

/** Limits count by an IPv4 address, or by the /64 that an IPv6 subscriber gets whole. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const network = groupsOf(address).slice(0, NETWORK_GROUPS)
  return `${network.map((group) => (Number.parseInt(group, 16) || 0).toString(16)).join(':')}::/64`
}

/** How an address begins, as it may stand in a mail: « 203.0.113 », « 2001:db8:0 »; '' for none. */
export function vagueAddress(address: string): string {
  const plain = plainAddress(address)
  if (plain === '') return ''
  if (isIPv4(plain)) return plain.split('.').slice(0, 3).join('.')
  const groups = groupsOf(plain).slice(0, 3)
  return groups.map((group) => (Number.parseInt(group, 16) || 0).toString(16)).join(':')
}

/** Clouds tell a hosted machine its own secrets at these addresses, beside the link-local ones. */
const METADATA = ['100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254']

/** Link-local and metadata addresses: nothing that an administrator enters may have the site connect to them (T14). */
export function isReservedTarget(address: string): boolean {
  const plain = plainAddress(address.split('%')[0] ?? '')
  if (isIPv4(plain)) return plain.startsWith('169.254.') || METADATA.includes(plain)
  const groups = groupsOf(plain).map((group) => Number.parseInt(group, 16) || 0)
  const same = METADATA.filter(isIPv6).some((known) =>
    groupsOf(known).every((group, i) => Number.parseInt(group, 16) === groups[i]),
  )
  return same || ((groups[0] ?? 0) >= 0xfe80 && (groups[0] ?? 0) <= 0xfebf)
}

/** Says whether the word of that peer about an address is taken. */
export type TrustedProxies = (address: string) => boolean

export const noProxies: TrustedProxies = () => false

/** Addresses of this machine and of private networks: what no stranger on the Internet has. */
const NEAR = ['127.0.0.0/8', '::1', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']

const bitsOf = (address: string): number => (isIPv4(address) ? 32 : 128)
const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** Adds « 10.0.0.1 » or « 10.0.0.0/8 »; false for what is neither. */
function addNetwork(list: BlockList, text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const plain = plainAddress(address)
  const bits = prefix === undefined ? bitsOf(plain) : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
  if (plain === '' || rest.length > 0 || bits < 0 || bits > bitsOf(plain)) return false
  list.addSubnet(plain, bits, familyOf(plain))
  return true
}

/**
 * The proxies in front of the site, of a list of addresses and networks: « 192.0.2.7, 10.0.0.0/8 ». `1` stands for this machine and
 * private networks. Undefined for a list that makes no sense. Whoever has no address (a Unix socket) is on this machine.
 */
export function trustedProxies(text: string): TrustedProxies | undefined {
  const list = new BlockList()
  const words = text.split(/[\s,;]+/).filter((word) => word !== '')
  const networks = words.flatMap((word) => (/^(1|true|oui)$/i.test(word) ? NEAR : [word]))
  if (networks.length === 0 || !networks.every((network) => addNetwork(list, network))) return undefined
  return (address) => address === '' || list.check(address, familyOf(address))
}

/** Networks that are nobody's on the Internet, or stand for such: what a server that is sent to strangers' addresses must not reach. */
const NOT_PUBLIC = [
  ...NEAR,
  ...['0.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '192.0.0.0/24', '192.0.2.0/24', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3', '::', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
  // These hold an IPv4 address in themselves.
  ...['64:ff9b::/32', '2002::/16', '2001::/32', '::/96', '2001:db8::/32'],
]

const notPublic = new BlockList()
for (const network of NOT_PUBLIC) addNetwork(notPublic, network)

/** An address of the Internet, neither of this machine, of a private network, nor of the link. */
export function isPublicAddress(address: string): boolean {
  const plain = plainAddress(address.split('%')[0] ?? '')
  return plain !== '' && !isReservedTarget(plain) && !notPublic.check(plain, familyOf(plain))
}
