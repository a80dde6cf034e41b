/** The software bill of materials of a release, from its lock file: what runs, not what builds it. CycloneDX 1.6. */
import { createHash } from 'node:crypto'

interface Locked {
  /** A folder of this project (a workspace), not a package. */
  link?: boolean
  workspaces?: string[]
  version?: string
  license?: string
  integrity?: string
  /** Needed to build or to test alone. */
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

export interface Lock {
  name: string
  packages: Record<string, Locked>
}

const packageName = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

const purl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** « sha512-… » in base 64, as CycloneDX writes it. */
function hashOf(integrity: string) {
  const [algorithm = '', digest = ''] = integrity.split('-')
  return { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }
}

/** Where Node.js finds a package that the one at `from` asks for: beside it, or in a folder further up. */
function resolved(packages: Lock['packages'], from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (packages[place]) return place
    if (at === '') return undefined
  }
}

function component(place: string, { version = '', license, integrity, optional }: Locked) {
  const name = packageName(place)
  return {
    type: 'library',
    'bom-ref': place,
    name,
    version,
    purl: purl(name, version),
    scope: optional ? 'optional' : 'required',
    ...(integrity ? { hashes: [hashOf(integrity)] } : {}),
    ...(license ? { licenses: [{ expression: license }] } : {}),
  }
}

/** `lock` names what runs alone. Depends on nothing but its arguments: the same lock file gives the same text. */
export function sbomOf(lock: Lock, version: string, at: Date) {
  const { packages } = lock
  const shipped = Object.entries(packages).filter(([place]) => place !== '')
  const refs = new Set(shipped.map(([place]) => place))
  const needs = (place: string, one: Locked = {}) =>
    Object.keys({ ...one.dependencies, ...one.optionalDependencies })
      .map((name) => resolved(packages, place, name))
      .filter((found) => found !== undefined && refs.has(found))
  const root = purl(lock.name, version)
  const digest = createHash('sha256')
    .update(JSON.stringify([lock, version]))
    .digest('hex')
  const uuid = `${digest.slice(0, 8)}-${digest.slice(8, 12)}`
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid}-4${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      component: { type: 'application', 'bom-ref': root, name: lock.name, version, purl: root },
    },
    components: shipped.map(([place, one]) => component(place, one)),
    dependencies: [
      { ref: root, dependsOn: needs('', packages['']) },
      ...shipped.map(([place, one]) => ({ ref: place, dependsOn: needs(place, one) })),
    ],
  }
}
