/** See bin/release. */
import { execFileSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import path from 'node:path'
import { publishRelease } from './release-archive.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

function printKeys(): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  console.log(`RELEASE_KEY=${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}`)
  console.log(`UPDATE_PUBLIC_KEY=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`)
}

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

async function release(folder: string): Promise<void> {
  const { RELEASE_KEY, RELEASE_FROM, UPDATE_SERVER_URL } = process.env
  if (git('status', '--porcelain') !== '') console.error('Attention : des fichiers ne sont pas dans git.')
  const key = RELEASE_KEY
    ? createPrivateKey({ key: Buffer.from(RELEASE_KEY, 'base64'), format: 'der', type: 'pkcs8' })
    : undefined
  const at = new Date(Number(git('log', '-1', '--format=%ct')) * 1000)
  const made = await publishRelease({ root: ROOT, folder, at, key, server: UPDATE_SERVER_URL, from: RELEASE_FROM })
  for (const file of made.files) console.log(file)
  if (!key) console.error('Sans RELEASE_KEY, rien n’est signé : aucun site n’acceptera cette version.')
  else
    console.error(`Clé publique : ${createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')}`)
}

const [given] = process.argv.slice(2)
if (given === '--new-key') printKeys()
else await release(path.resolve(given ?? path.join(ROOT, '.cache', 'versions')))
