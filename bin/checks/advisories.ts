// See bin/audit-local. Of OSV (https://ossf.github.io/osv-schema/) it reads id, aliases, summary, withdrawn and, of each package that is
// affected: ecosystem, name, versions, and ranges of the type SEMVER with introduced, fixed and last_affected.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gte, lt, lte, valid } from 'semver'
import type { Lock } from '../sbom.ts'

interface Event {
  introduced?: string
  fixed?: string
  last_affected?: string
}

export interface Advisory {
  id: string
  summary?: string
  withdrawn?: string
  affected?: {
    package?: { ecosystem: string; name: string }
    versions?: string[]
    ranges?: { type: string; events: Event[] }[]
  }[]
}

interface Installed {
  name: string
  version: string
  /** Only those who build or test have it. */
  isDev: boolean
}

const LAST = 'node_modules/'

export const installedIn = ({ packages }: Lock): Installed[] =>
  Object.entries(packages)
    .filter(([place, { version, link }]) => place.includes(LAST) && version && !link)
    .map(([place, { version = '', dev }]) => ({
      name: place.slice(place.lastIndexOf(LAST) + LAST.length),
      version,
      isDev: dev === true,
    }))

const from = ({ introduced }: Event): string => (introduced === '0' ? '0.0.0-0' : (introduced ?? ''))

/** Events stand in the order of versions: each beginning holds until the next end. */
function isWithin(version: string, events: readonly Event[]): boolean {
  return events.some((event, at) => {
    if (event.introduced === undefined || !gte(version, from(event))) return false
    const end = events.slice(at + 1).find(({ fixed, last_affected }) => fixed ?? last_affected)
    if (!end) return true
    return end.fixed === undefined ? lte(version, end.last_affected ?? '') : lt(version, end.fixed)
  })
}

/** One line for each advisory that holds for a version that is installed. Throws where a version or a range cannot be read. */
export function findings(lock: Lock, vulns: readonly Advisory[]): string[] {
  const installed = installedIn(lock)
  const unreadable = installed.find(({ version }) => valid(version) === null)
  if (unreadable) throw new Error(`${unreadable.name} ${unreadable.version} is no version`)
  return vulns.flatMap(({ id, summary = '', withdrawn, affected = [] }) =>
    withdrawn
      ? []
      : affected
          .filter((one) => one.package?.ecosystem === 'npm')
          .flatMap(({ package: of, versions = [], ranges = [] }) =>
            installed
              .filter(({ name }) => name === of?.name)
              .filter(
                ({ version }) =>
                  versions.includes(version) ||
                  ranges.some(({ type, events }) => type === 'SEMVER' && isWithin(version, events)),
              )
              .map(({ name, version, isDev }) => `${id} ${name} ${version}${isDev ? ' (dev)' : ''}: ${summary}`),
          ),
  )
}

const OSV = 'https://api.osv.dev/v1/query'

async function advisoriesOf(name: string): Promise<Advisory[]> {
  const body = JSON.stringify({ package: { ecosystem: 'npm', name } })
  const answer = await fetch(OSV, { method: 'POST', body })
  if (!answer.ok) throw new Error(`${OSV}: ${answer.status}`)
  return ((await answer.json()) as { vulns?: Advisory[] }).vulns ?? []
}

/** Only what `findings` reads is kept: the whole texts would be megabytes. */
function kept({ id, summary, withdrawn, affected }: Advisory): Advisory {
  const packages = (affected ?? []).map(({ package: of, versions, ranges }) => ({ package: of, versions, ranges }))
  return JSON.parse(JSON.stringify({ id, summary, withdrawn, affected: packages }))
}

async function main([option]: string[]): Promise<void> {
  const root = resolve(import.meta.dirname, '../..')
  const file = join(root, 'docs/advisories.json')
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const known = JSON.parse(readFileSync(file, 'utf8')) as { vulns: Advisory[]; renewed: string }
  if (option === '--renew') {
    const found = new Map<string, Advisory>()
    for (const name of new Set(installedIn(lock).map((one) => one.name)))
      for (const one of await advisoriesOf(name)) found.set(one.id, kept(one))
    known.vulns = [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
    known.renewed = `${new Date().toISOString().slice(0, 10)}, from ${OSV}`
    writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`)
  }
  const lines = findings(lock, known.vulns)
  for (const line of lines) console.log(line)
  console.log(`${lines.length} of ${known.vulns.length} known advisories hold. The list: ${known.renewed}`)
  if (lines.length > 0) process.exitCode = 1
}

if (process.argv[1]?.endsWith('advisories.ts')) await main(process.argv.slice(2))
