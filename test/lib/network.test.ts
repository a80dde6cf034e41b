import { expect, test } from 'vitest'
import { isReservedTarget, networkOf, plainAddress, trustedProxies, withoutPort } from '../../src/lib/network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:0:7', '0.0.0.7'],
  ['2001:db8::ffff', '2001:db8::ffff'],
  ['fe80::ffff%eth0', 'fe80::ffff%eth0'],
  ['2001:DB8::1', '2001:db8::1'],
  ['', ''],
  ['unknown', ''],
  ['192.0.2.7, 10.0.0.1', ''],
  ['<script>', ''],
])('« %s » is written « %s »', (address, plain) => {
  expect(plainAddress(address)).toBe(plain)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['unknown', 'unknown'],
])('« %s » without its port is « %s »', (entry, address) => {
  expect(withoutPort(entry)).toBe(address)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::2', '2001:db8:0:0::/64'],
  ['2001:0db8:0000:0000:1:2:3:4', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('« %s » counts as « %s »', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['1', '127.0.0.1', true],
  ['1', '', true],
  ['1', '::1', true],
  ['oui', '10.20.30.40', true],
  ['true', '172.31.255.255', true],
  ['1', '172.32.0.1', false],
  ['1', '192.168.1.1', true],
  ['1', 'fd12::1', true],
  ['1', '203.0.113.7', false],
  ['1', '2001:db8::1', false],
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7', '127.0.0.1', false],
  ['203.0.113.7, 2001:db8::/32 ; 1', '2001:db8:5::9', true],
  ['203.0.113.7,1', '127.0.0.1', true],
  ['203.0.113.0/24', '203.0.113.200', true],
  ['203.0.113.0/24', '203.0.114.1', false],
])('TRUST_PROXY=%s: « %s » is believed: %s', (text, address, isBelieved) => {
  expect(trustedProxies(text)?.(address)).toBe(isBelieved)
})

test.each(['maybe', '10.0.0.0/33', '10.0.0.0/', '10.0.0/8', '1.2.3.4/8/8', 'proxy.exemple.fr', '::1/129', ',', '2'])(
  'TRUST_PROXY=%s makes no sense',
  (text) => {
    expect(trustedProxies(text)).toBeUndefined()
  },
)

test.each([
  ['169.254.169.254', true],
  ['::ffff:169.254.169.254', true],
  // This is how URL writes the one before.
  ['::ffff:a9fe:a9fe', true],
  ['fe80::1%eth0', true],
  ['fd00:ec2::254', true],
  ['::ffff:a00:1', false],
  ['192.0.2.7', false],
])('« %s » is reserved: %s', (address, isReserved) => {
  expect(isReservedTarget(address)).toBe(isReserved)
})
