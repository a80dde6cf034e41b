import { createTransport } from 'nodemailer'
import { FORBIDDEN_TARGET, openConnection } from './mail-connection.ts'

export interface SmtpServer {
  host: string
  port: number
  /** `starttls`: refused where the server does not offer it. Certificates are verified in both TLS modes. */
  encryption: 'none' | 'starttls' | 'tls'
  /** '': the server asks for no log-in. */
  username: string
  password: string
  sender_address: string
  sender_name: string
}

export interface Mail {
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** Left part of the Message-ID: the same for every attempt, so that a rare double can be told from a new mail. */
  reference: string
  /** Where one click ends mails of this kind, without a session (RFC 8058). */
  unsubscribe?: string | undefined
}

/** Waits in milliseconds (reliability.md T31). `connection`: the name resolved too; `whole`: from there to the last byte. */
export interface MailLimits {
  connection: number
  greeting: number
  socket: number
  whole: number
}

export const MAIL_LIMITS: MailLimits = {
  connection: 5000,
  greeting: 5000,
  socket: 10_000,
  whole: 15_000,
}

/** Names what kept a mail from leaving, without a word of what the other side said. */
export type MailFault = keyof typeof FAULTS

const FAULTS = {
  introuvable: 'Le nom du serveur de courriel est introuvable.',
  interdite: 'L’adresse du serveur de courriel n’est pas permise.',
  refusee: 'Le serveur de courriel a refusé la connexion.',
  coupee: 'La connexion au serveur de courriel a été coupée.',
  delai: 'Le serveur de courriel n’a pas répondu à temps.',
  chiffrement: 'La connexion chiffrée au serveur de courriel a échoué.',
  identifiants: 'Le serveur de courriel a refusé l’identifiant ou le mot de passe.',
  envoi: 'Le serveur de courriel a refusé l’envoi.',
} as const

/** A mail that did not leave. `isPermanent`: the same mail to the same address would be refused again. */
export class MailError extends Error {
  readonly isPermanent: boolean
  readonly fault: MailFault
  constructor(message: string, isPermanent: boolean, fault: MailFault = 'envoi') {
    super(message)
    this.name = 'MailError'
    this.isPermanent = isPermanent
    this.fault = fault
  }
}

// An address literal: valid whatever the machine is called, and nothing of the machine's name leaves it.
const EHLO_NAME = '[127.0.0.1]'
const MAX_ADDRESS = 254
const MAX_RESPONSE = 500

const LOCAL_PART = /^[^\s\p{C}",:;<>()[\]\\@]{1,64}$/u
const DOMAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,252}[\p{L}\p{N}])?$/u

/** Is this the address of exactly one mailbox? No comma, quote or bracket, which mail software reads as several (T13). */
export function isMailbox(address: string): boolean {
  const cut = address.lastIndexOf('@')
  if (cut < 1 || address.length > MAX_ADDRESS) return false
  const [local, domain] = [address.slice(0, cut), address.slice(cut + 1)]
  return LOCAL_PART.test(local) && DOMAIN.test(domain) && !domain.includes('..')
}

const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029]/u

function checkHeader(value: string, what: string): void {
  if (CONTROL.test(value)) throw new MailError(`${what} contient un caractère de contrôle.`, true)
}

/** Refuses whatever could add a header or a recipient. */
function check(server: SmtpServer, mail: Mail): void {
  checkHeader(mail.subject, 'L’objet')
  checkHeader(mail.to.name, 'Le nom du destinataire')
  checkHeader(server.sender_name, 'Le nom de l’expéditeur')
  if (mail.unsubscribe !== undefined) checkHeader(mail.unsubscribe, 'L’adresse de désabonnement')
  if (!isMailbox(mail.to.address)) throw new MailError('L’adresse du destinataire n’est pas valable.', true)
  if (!isMailbox(server.sender_address)) throw new MailError('L’adresse de l’expéditeur n’est pas valable.', true)
  if (!/^[\w.-]{1,120}$/.test(mail.reference)) throw new MailError('La référence n’est pas valable.', true)
}

function transportOf(server: SmtpServer, limits: MailLimits) {
  return createTransport({
    host: server.host,
    port: server.port,
    name: EHLO_NAME,
    secure: server.encryption === 'tls',
    requireTLS: server.encryption === 'starttls',
    ignoreTLS: server.encryption === 'none',
    tls: { rejectUnauthorized: true },
    ...(server.username !== '' && { auth: { user: server.username, pass: server.password } }),
    getSocket: (_options, done) => {
      openConnection(server.host, server.port, limits.connection).then(
        (connection) => done(null, { connection }),
        (error: Error) => done(error, false),
      )
    },
    greetingTimeout: limits.greeting,
    socketTimeout: limits.socket,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

interface Failure {
  code?: string
  syscall?: string
  responseCode?: number
  response?: string
  message: string
}

/** 503 and a refused STARTTLS say that the session was wrong, not that the mail is refused. */
function isRefusal({ code, responseCode }: Failure): boolean {
  if (code === 'ETLS') return false
  if (responseCode !== undefined) return responseCode >= 500 && responseCode <= 599 && responseCode !== 503
  return code === 'EENVELOPE'
}

const BY_CODE: Record<string, MailFault> = {
  ENOTFOUND: 'introuvable',
  EAI_AGAIN: 'introuvable',
  [FORBIDDEN_TARGET]: 'interdite',
  ECONNREFUSED: 'refusee',
  EHOSTUNREACH: 'refusee',
  ENETUNREACH: 'refusee',
  EABORT: 'delai',
  ETIMEDOUT: 'delai',
  ECONNECTION: 'coupee',
  ECONNRESET: 'coupee',
  ETLS: 'chiffrement',
  EAUTH: 'identifiants',
}

/** A socket that broke has a system call to blame; one that was not understood is encryption that did not come about. */
function faultOf({ code = '', syscall }: Failure): MailFault {
  if (code === 'ESOCKET') return syscall === undefined ? 'chiffrement' : 'coupee'
  return BY_CODE[code] ?? 'envoi'
}

function failureOf(error: unknown): MailError {
  // Several addresses that were tried in turn: the first tells as much as all.
  const failure = (error instanceof AggregateError ? error.errors[0] : error) as Failure
  const said = failure.response ?? failure.message
  const fault = faultOf(failure)
  const message = `${FAULTS[fault]} (${said.replace(/[\p{C}\s]+/gu, ' ').slice(0, MAX_RESPONSE)})`
  return new MailError(message, isRefusal(failure), fault)
}

/** Mail programs show a button of their own for it. */
const unsubscribing = ({ unsubscribe }: Mail): Record<string, string> =>
  unsubscribe === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

/**
 * Sends one mail to one mailbox over a connection of its own, within `limits.whole`. Resolves once the server took it over;
 * throws MailError otherwise. A server that goes silent after the last byte may have taken it over all the same: the next
 * attempt then makes a double with the same Message-ID.
 */
export async function sendMail(server: SmtpServer, mail: Mail, limits: MailLimits = MAIL_LIMITS): Promise<void> {
  check(server, mail)
  const domain = server.sender_address.slice(server.sender_address.lastIndexOf('@') + 1)
  const transport = transportOf(server, limits)
  try {
    await transport.sendMail({
      from: { name: server.sender_name, address: server.sender_address },
      to: { name: mail.to.name, address: mail.to.address },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: `<${mail.reference}@${domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribing(mail) },
      signal: AbortSignal.timeout(limits.whole),
    })
  } catch (error) {
    throw failureOf(error)
  } finally {
    transport.close()
  }
}
