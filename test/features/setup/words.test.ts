import { expect, test } from 'vitest'
import { readConfig, startCommand } from '../../../src/config.ts'
import { formatSize } from '../../../src/lib/text.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { squeeze } from '../../support/html.ts'

test.each([
  [78_467_123_456, '78 Go'],
  [1_999_999_999, '1 Go'],
  [999_999_999, '999 Mo'],
  [0, '0 Mo'],
])('a disk with %i bytes free is said to have %s', (bytes, words) => expect(squeeze(formatSize(bytes))).toBe(words))

test('the command to start is whole: where the data are, in the words of a shell', () => {
  const storage = temporaryFolder()
  const home = storage
  const started = (folder: string, databaseUrl?: string) =>
    startCommand({ ...readConfig({ STORAGE_DIR: storage }), home, storage: folder, databaseUrl })
  expect(started(`${home}/storage`)).toBe('npm start')
  expect(started('/srv/releves')).toBe('STORAGE_DIR=/srv/releves npm start')
  expect(started("/srv/l’été d'Anne")).toBe(`STORAGE_DIR='/srv/l’été d'\\''Anne' npm start`)
  expect(started(`${home}/storage`, 'postgres://u:secret@h/b')).toBe('DATABASE_URL=… npm start')
})
