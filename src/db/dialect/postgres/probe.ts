import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import pg from 'pg'
import { codeOf } from '../../../lib/errors.ts'
import { classifyTables, type Probe, type ProbeReason } from '../probe-result.ts'
import { hostAddresses, primaryAmong } from './hosts.ts'

export interface PostgresTarget {
  /** A name, an address, or the absolute path of a folder with a Unix socket. */
  host: string
  port: number
  database: string
  user: string
  /** '' where the server asks for none. */
  password: string
  /** No encryption, encryption whatever the certificate, encryption with a certificate that holds. */
  ssl: 'sans' | 'chiffre' | 'verifie'
}

const SSL_MODES = { sans: 'disable', chiffre: 'no-verify', verifie: 'verify-full' } as const
const OLDEST_SERVER = 150_000
/** Name resolution, connection and questions together may take so long. */
const DEADLINE_MS = 5000

/** The address that opens a target; made for pg-connection-string, which reads the host of a socket in the query. */
export function postgresUrl(target: PostgresTarget): string {
  const who = [target.user, ...(target.password === '' ? [] : [target.password])].map(encodeURIComponent).join(':')
  const socket = target.host.startsWith('/')
  const host = isIP(target.host) === 6 ? `[${target.host}]` : target.host
  const params = new URLSearchParams({ sslmode: SSL_MODES[target.ssl] })
  if (socket) params.set('host', target.host)
  return `postgres://${who}@${socket ? 'localhost' : host}:${target.port}/${encodeURIComponent(target.database)}?${params}`
}

/** Link-local and the addresses where clouds answer with their machines' secrets (reliability.md T14). */
const forbidden = new BlockList()
forbidden.addSubnet('169.254.0.0', 16)
forbidden.addSubnet('0.0.0.0', 8)
forbidden.addSubnet('224.0.0.0', 3)
forbidden.addAddress('100.100.100.200')
forbidden.addAddress('168.63.129.16')
forbidden.addSubnet('fe80::', 10, 'ipv6')
forbidden.addSubnet('ff00::', 8, 'ipv6')
forbidden.addAddress('fd00:ec2::254', 'ipv6')
forbidden.addAddress('::', 'ipv6')

const isForbidden = (address: string): boolean => forbidden.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** A name is resolved once; what is then connected to is the address that was checked. */
async function addressesOf(host: string): Promise<string[] | ProbeReason> {
  if (host.startsWith('/')) return [host]
  let found: string[]
  try {
    found = (await lookup(host, { all: true })).map(({ address }) => address)
  } catch (error) {
    return codeOf(error) === 'ENOTFOUND' ? 'hote_inconnu' : 'injoignable'
  }
  return found.some(isForbidden) ? 'adresse_interdite' : found
}

const BY_CODE: Record<string, ProbeReason> = {
  ECONNREFUSED: 'refusee',
  // A socket that is not there: nobody listens.
  ENOENT: 'refusee',
  EACCES: 'refusee',
  ETIMEDOUT: 'delai',
  ENOTFOUND: 'hote_inconnu',
  EAI_AGAIN: 'injoignable',
  EHOSTUNREACH: 'injoignable',
  ENETUNREACH: 'injoignable',
  '3D000': 'base_inconnue',
  '28P01': 'mot_de_passe',
  '42501': 'droits',
}
const CERTIFICATE = /SELF_SIGNED|CERT_|_CERT|ISSUER|ERR_TLS_CERT/

/** Answers by one of our own words, never by a byte of what the other side sent. */
function reasonOf(error: unknown): ProbeReason {
  const code = codeOf(error)
  const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined
  if (known) return known
  if (CERTIFICATE.test(code)) return 'certificat'
  // 28000 is said both for an unknown role and for a line missing in pg_hba.conf; the server's routine tells which,
  // whatever its language.
  if (code === '28000')
    return (error as { routine?: string }).routine === 'ClientAuthentication' ? 'acces_refuse' : 'utilisateur_inconnu'
  const message = error instanceof Error ? error.message : ''
  if (/does not support SSL/i.test(message)) return 'sans_chiffrement'
  // The driver needs a password that was not given.
  if (/password must be a(?: non-empty)? string/i.test(message)) return 'mot_de_passe'
  return /time ?out/i.test(message) ? 'delai' : 'reponse_inattendue'
}

interface Facts {
  version: string
  number: number
  encoding: string
  creates: boolean
  tables: string[]
}

const FACTS = `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
  current_setting('server_encoding') as encoding,
  coalesce(has_schema_privilege(current_schema(), 'create'), false) as creates,
  array(select table_name::text from information_schema.tables where table_schema = current_schema()) as tables`

async function inspect(client: pg.Client): Promise<Probe> {
  const { rows } = await client.query<Facts>(FACTS)
  const facts = rows[0]
  if (!facts) return { ok: false, reason: 'reponse_inattendue' }
  const refuse = (reason: ProbeReason): Probe => ({ ok: false, reason })
  if (facts.number < OLDEST_SERVER) return refuse('version')
  if (facts.encoding !== 'UTF8') return refuse('encodage')
  if (!facts.creates) return refuse('droits')
  const taken = classifyTables(facts.tables)
  if (taken) return refuse(taken)
  if (facts.tables.includes('users')) {
    const { rows: users } = await client.query('select 1 from users limit 1')
    if (users.length > 0) return refuse('deja_utilisee')
  }
  return { ok: true, version: facts.version }
}

async function connectAndInspect(config: pg.ClientConfig): Promise<Probe> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: DEADLINE_MS, query_timeout: DEADLINE_MS })
  // An idle connection that breaks must not end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await inspect(client)
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  } finally {
    // Not awaited: a server that hangs would hold the answer back.
    client.end(() => undefined)
  }
}

function withinDeadline(work: Promise<Probe>): Promise<Probe> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Probe>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, reason: 'delai' }), DEADLINE_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Tries what was typed in the set-up: at most five seconds, no link-local address, one of our reasons. */
export function probePostgres(target: PostgresTarget): Promise<Probe> {
  return withinDeadline(
    (async () => {
      const addresses = await addressesOf(target.host)
      if (!Array.isArray(addresses)) return { ok: false, reason: addresses }
      const { port, database, user, password } = target
      const named = isIP(target.host) === 0 ? { servername: target.host } : {}
      const ssl = target.ssl === 'sans' ? false : { ...named, rejectUnauthorized: target.ssl === 'verifie' }
      let result: Probe = { ok: false, reason: 'hote_inconnu' }
      for (const host of addresses) {
        result = await connectAndInspect({ host, port, database, user, password, ssl })
        // « localhost » has two addresses, the server often listens on one.
        if (result.ok || !['refusee', 'injoignable'].includes(result.reason)) break
      }
      return result
    })(),
  )
}

/** Tries an address given by whoever runs the server (DATABASE_URL, the command line): any host is theirs to name. */
export const probePostgresUrl = (url: string): Promise<Probe> =>
  withinDeadline(
    (async () => {
      const addresses = hostAddresses(url)
      const connectionString = (await primaryAmong(addresses)) ?? addresses[0]
      return connectAndInspect(connectionString === undefined ? {} : { connectionString })
    })(),
  )
