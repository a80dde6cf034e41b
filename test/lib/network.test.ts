import { expect, test } from 'vitest'
import { networkOf, plainAddress } from '../../src/lib/network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
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
