// Archives that want more than their own folder: all of them refused, and nothing written outside of it.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { extractRelease } from '../../../../src/features/mises-a-jour/releases/rules/extraction.ts'
import { AppError } from '../../../../src/lib/errors.ts'
import { temporaryFolder } from '../../../support/folder.ts'

const BLOCK = 512
const TOP = 'releves-1.1.0'

interface Entry {
  name: string
  body?: Buffer
  type?: string
  link?: string
  /** The header says this size, where that is not the true one. */
  size?: string
  mode?: string
}

function header({ name, body = Buffer.alloc(0), type = '0', link = '', size, mode = '0000644' }: Entry): Buffer {
  const bytes = Buffer.alloc(BLOCK)
  bytes.write(name, 0, 100, 'utf8')
  bytes.write(`${mode}\0`, 100)
  bytes.write('0000000\0', 108)
  bytes.write('0000000\0', 116)
  bytes.write(`${size ?? body.length.toString(8).padStart(11, '0')}\0`, 124)
  bytes.write('00000000000\0', 136)
  bytes.write('        ', 148)
  bytes.write(type, 156)
  bytes.write(link, 157)
  bytes.write('ustar\x0000', 257, 'latin1')
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}

const tarOf = (entries: Entry[]): Buffer =>
  Buffer.concat([
    ...entries.flatMap((entry) => {
      const body = entry.body ?? Buffer.alloc(0)
      return [header(entry), body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)]
    }),
    Buffer.alloc(2 * BLOCK),
  ])

const file = (name: string, body = 'x'): Entry => ({ name: `${TOP}/${name}`, body: Buffer.from(body) })

const GOOD: Entry[] = [
  file('VERSION', '1.1.0\n'),
  ...['package.json', 'package-lock.json', 'bin/start', 'bin/node', 'dist/src/main.js', 'dist/src/cli.js'].map((name) =>
    file(name),
  ),
]

async function extracted(bytes: Buffer) {
  const outside = temporaryFolder()
  const inside = join(outside, 'releases')
  mkdirSync(inside)
  const archive = join(inside, 'a.gz')
  writeFileSync(archive, bytes)
  writeFileSync(join(outside, 'victime'), 'intacte')
  const folder = join(inside, 'arrivee')
  const outcome = await extractRelease(archive, bytes.length, '1.1.0', folder).then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.message : error),
  )
  return { outcome, folder, outside, inside }
}

test('a release is written with its programs, and nothing else is', async () => {
  const { outcome, folder, inside } = await extracted(gzipSync(tarOf([...GOOD, file('vide', '')])))
  expect(outcome).toBe('ok')
  expect(readFileSync(join(folder, 'VERSION'), 'utf8')).toBe('1.1.0\n')
  expect([statSync(join(folder, 'bin/start')).mode, statSync(join(folder, 'vide')).mode].map((m) => m & 0o777)).toEqual(
    [0o755, 0o644],
  )
  expect(readdirSync(inside).sort()).toEqual(['a.gz', 'arrivee'])
})

const plus = (...entries: Entry[]): Buffer => gzipSync(tarOf([...GOOD, ...entries]))

const HOSTILE: Record<string, () => Buffer> = {
  'a path that climbs': () => plus({ name: `${TOP}/../../victime`, body: Buffer.from('prise') }),
  'a path that begins by climbing': () => plus({ name: '../victime', body: Buffer.from('prise') }),
  'an absolute path': () => plus({ name: '/tmp/victime', body: Buffer.from('prise') }),
  'a symbolic link': () => plus({ name: `${TOP}/lien`, type: '2', link: '../../victime' }),
  'a file through a symbolic link': () =>
    plus(
      { name: `${TOP}/lien`, type: '2', link: '../../..' },
      { name: `${TOP}/lien/victime`, body: Buffer.from('prise') },
    ),
  'a hard link': () => plus({ name: `${TOP}/lien`, type: '1', link: '../../victime' }),
  'a device': () => plus({ name: `${TOP}/null`, type: '3' }),
  'a pipe': () => plus({ name: `${TOP}/tube`, type: '6' }),
  'a longer name in an extended header': () =>
    plus({ name: `${TOP}/pax`, type: 'x', body: Buffer.from('27 path=../../victime-prise\n') }),
  'a longer name as GNU tar writes it': () =>
    plus({ name: '././@LongLink', type: 'L', body: Buffer.from('../victime\0') }),
  'two entries of one name': () => plus(file('VERSION', '1.1.0')),
  'two names that differ by their case': () => plus(file('version', '1.1.0')),
  'a file that is a folder too': () => plus(file('VERSION/dedans')),
  'a backslash': () => plus({ name: `${TOP}\\..\\victime`, body: Buffer.from('prise') }),
  'a folder of another name': () => plus({ name: 'ailleurs/victime', body: Buffer.from('prise') }),
  'another version': () => gzipSync(tarOf([file('VERSION', '9.9.9'), ...GOOD.slice(1)])),
  'a source tree': () => plus(file('tsconfig.json')),
  'half a release': () => gzipSync(tarOf(GOOD.slice(1))),
  'a size beyond the end': () => plus({ name: `${TOP}/grand`, size: '77777777777' }),
  'a negative size': () => plus({ name: `${TOP}/negatif`, size: '-0000000001' }),
  'a damaged header': () => {
    const bytes = tarOf(GOOD)
    bytes[3] = 0x41
    return gzipSync(bytes)
  },
  'a bomb': () => gzipSync(tarOf([...GOOD, { name: `${TOP}/bombe`, body: Buffer.alloc(40_000_000) }])),
  'a great many files': () => plus(...Array.from({ length: 20_001 }, (_, i) => file(`f${i}-${Math.random()}`))),
  'half a stream': () => gzipSync(tarOf([...GOOD, file('long', 'x'.repeat(5000))])).subarray(0, -40),
  'no archive at all': () => Buffer.from('<html>Bonjour</html>'),
}

test.for(Object.keys(HOSTILE))('refused: %s', async (name) => {
  const { outcome, outside, inside } = await extracted(HOSTILE[name]?.() ?? Buffer.alloc(0))
  expect(outcome).toEqual(expect.stringContaining('est refusée'))
  expect(readFileSync(join(outside, 'victime'), 'utf8')).toBe('intacte')
  expect(readdirSync(outside).sort()).toEqual(['releases', 'victime'])
  expect(readdirSync(inside).filter((one) => !['a.gz', 'arrivee'].includes(one))).toEqual([])
  expect(existsSync('/tmp/victime')).toBe(false)
})
