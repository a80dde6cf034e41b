// The three machines of docs/trois-machines.md on this one, each with its systemd, from the files and commands as they stand there.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'

const SCRIPT = join(import.meta.dirname, 'trois-machines.sh')
const DOCUMENT = join(import.meta.dirname, '../../docs/trois-machines.md')
const PROGRAMS = ['/lib/systemd/systemd', '/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/pgbouncer']

export const canRunMachines =
  process.getuid?.() === 0 &&
  PROGRAMS.every((program) => existsSync(program)) &&
  existsSync('/usr/lib/postgresql/15/bin/postgres')

/** Addresses of the document as they are here too: the network is our own. */
export const NAMES = ['base1', 'base2', 'base3'] as const
export type Name = (typeof NAMES)[number]
export const addressOfMachine = (name: Name): string => `10.77.0.1${name.slice(-1)}`

const text = readFileSync(DOCUMENT, 'utf8')
const FILES = [...text.matchAll(/`(\/etc\/[^`]+)` :\n\n```\w*\n([\s\S]*?)```/g)].map(([, path = '', body = '']) => ({
  path,
  body,
}))

/** The one block of the document that has these words. */
export function block(words: string): string {
  const found = [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, body = '']) => body)
  const [one, ...others] = found.filter((body) => body.includes(words))
  if (one === undefined || others.length > 0) throw new Error(`blocks with « ${words} »: ${1 + others.length}`)
  return one
}

/** Every address is read in the document: all of the machines in one, and each of them to be read from. */
const URLS = /postgres:\/\/\S+?(?=['"\s])/g
export const [ALL = '', ...EACH] = [
  ...block('db:transfer --to').matchAll(URLS),
  ...block('DATABASE_READ_URLS').matchAll(URLS),
].map(([url]) => url)

const machineOf = (command: string, name: Name) =>
  command.replaceAll('10.77.0.11', addressOfMachine(name)).replaceAll('base1', name)

interface Machine {
  folder: string
  ended: Promise<unknown>
}

const ENVIRONMENT = ['env', '-i', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'LANG=C.UTF-8']

export interface Member {
  Member: Name
  Role: string
  State: string
  'Lag in MB'?: number | string
}

/** Numbers of 64 bits, as text. */
interface EtcdStatus {
  Endpoint: string
  Status: { header: { member_id: string }; leader: string }
}

export class Machines {
  readonly #folder = temporaryFolder()
  readonly #on = new Map<Name, Machine>()

  constructor() {
    execFileSync('ip', ['link', 'add', 'trois', 'type', 'bridge'])
    onTestFinished(() => void execFileSync('ip', ['link', 'delete', 'trois']))
    execFileSync('ip', ['address', 'add', '10.77.0.1/24', 'dev', 'trois'])
    execFileSync('ip', ['link', 'set', 'trois', 'up'])
    onTestFinished(async () => {
      await Promise.all([...this.#on.keys()].map((name) => this.kill(name)))
    })
  }

  /** Boots it, as it was when it went. */
  async start(name: Name): Promise<void> {
    const folder = join(this.#folder, name)
    mkdirSync(folder, { recursive: true })
    rmSync(join(folder, 'pid'), { force: true })
    const child = spawn('sh', [SCRIPT, name, addressOfMachine(name), folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    this.#on.set(name, { folder, ended: new Promise((resolve) => child.on('close', resolve)) })
    await expect.poll(() => this.#systemState(name), { timeout: 60_000 }).toMatch(/running|degraded|starting/)
  }

  #systemState(name: Name): string {
    try {
      return this.run(name, 'systemctl is-system-running || true').trim()
    } catch {
      return ''
    }
  }

  #pid(name: Name): string {
    return readFileSync(join(this.#folder, name, 'pid'), 'utf8').trim()
  }

  #inside(name: Name, command: string): string[] {
    return ['-t', this.#pid(name), '-m', '-u', '-i', '-n', '-p', ...ENVIRONMENT, 'sh', '-c', command]
  }

  /** Runs a command there, and answers what it said; throws where it fails. */
  run(name: Name, command: string, input = ''): string {
    return execFileSync('nsenter', this.#inside(name, command), { encoding: 'utf8', input, stdio: 'pipe' })
  }

  /** On all of them at once. */
  async everywhere(command: string): Promise<void> {
    const done = NAMES.map((name) => {
      const child = spawn('nsenter', this.#inside(name, command), { stdio: 'ignore' })
      return new Promise((resolve) => child.on('close', resolve))
    })
    expect(await Promise.all(done)).toEqual([0, 0, 0])
  }

  /** Its cord is drawn. */
  async kill(name: Name): Promise<void> {
    const machine = this.#on.get(name)
    this.#on.delete(name)
    process.kill(Number(this.#pid(name)), 'SIGKILL')
    await machine?.ended
  }

  /** Everything on it stands still: it says nothing, and knows nothing of it. */
  freeze(name: Name, isFrozen = true): void {
    const group = readFileSync(join(this.#folder, name, 'groupe'), 'utf8').trim()
    writeFileSync(join(group, 'cgroup.freeze'), isFrozen ? '1' : '0')
  }

  /** The folder of the backups, which all of them see. */
  get backups(): string {
    return join(this.#folder, 'sauvegardes')
  }

  /** Its line is cut; it goes on by itself. */
  cut(name: Name, isCut = true): void {
    execFileSync('ip', ['link', 'set', `v-${name}`, isCut ? 'down' : 'up'])
  }

  /** Etcd is led from there too: so much worse when it falls. */
  leadEtcd(name: Name): void {
    const points = NAMES.map((one) => `${addressOfMachine(one)}:2379`)
    const said = this.run(name, `etcdctl --endpoints ${points.join()} endpoint status -w json`)
    const all = JSON.parse(said.replace(/("(?:member_id|leader)":)(\d+)/g, '$1"$2"')) as EtcdStatus[]
    const [mine, led] = [
      all.find(({ Endpoint }) => Endpoint.startsWith(addressOfMachine(name))),
      all.find(({ Status }) => Status.header.member_id === Status.leader),
    ]
    if (!mine || !led || mine === led) return
    const id = BigInt(mine.Status.header.member_id).toString(16)
    this.run(name, `etcdctl --endpoints ${led.Endpoint} move-leader ${id}`)
  }

  /** All of them as Patroni sees them, told by one that lives. */
  members(asked: Name): Member[] {
    try {
      return JSON.parse(this.run(asked, 'patronictl -c /etc/patroni/config.yml list -f json')) as Member[]
    } catch {
      return []
    }
  }

  async #untilRole(asked: Name, roles: RegExp, count: number): Promise<void> {
    const there = () => this.members(asked).filter(({ Role, State }) => roles.test(Role) && State === 'running').length
    await expect.poll(there, { timeout: 120_000, interval: 1000 }).toBe(count)
  }

  /** One writes, whoever follows. */
  leading(asked: Name): Promise<void> {
    return this.#untilRole(asked, /^Leader$/, 1)
  }

  /** One writes, two follow, one of those is waited for. */
  async whole(asked: Name): Promise<{ leader: Name; sync: Name; other: Name }> {
    await this.#untilRole(asked, /^Sync Standby$/, 1)
    await this.#untilRole(asked, /^(Leader|Replica|Sync Standby)$/, 3)
    const members = this.members(asked)
    const of = (role: string) => members.find(({ Role }) => Role === role)?.Member ?? asked
    return { leader: of('Leader'), sync: of('Sync Standby'), other: of('Replica') }
  }

  /** Installs them as the document says, but for the packages, which are here. */
  async install(): Promise<void> {
    await Promise.all(NAMES.map((name) => this.start(name)))
    for (const name of NAMES) {
      this.run(name, block('pg_dropcluster'))
      for (const { path, body } of FILES) this.run(name, `cat >${path}`, body)
      this.run(name, machineOf(block('sed -i'), name))
    }
    await this.everywhere(block('enable --now etcd'))
    this.run('base1', block('enable --now patroni'))
    await this.leading('base1')
    await this.everywhere(block('enable --now patroni'))
    await this.whole('base1')
    this.run('base1', block('create database'))
  }
}
