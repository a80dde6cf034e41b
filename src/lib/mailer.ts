import { createTransport } from 'nodemailer'

/** How a mail leaves this site. */
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
}

/** Waits in milliseconds (reliability.md T31). `whole`: the sending from the first byte to the last. */
export interface MailLimits {
  connection: number
  greeting: number
  socket: number
  dns: number
  whole: number
}

export const MAIL_LIMITS: MailLimits = {
  connection: 5000,
  greeting: 5000,
  socket: 10_000,
  dns: 5000,
  whole: 15_000,
}

/** A mail that did not leave. `isPermanent`: the same mail to the same address would be refused again. */
export class MailError extends Error {
  readonly isPermanent: boolean
  constructor(message: string, isPermanent: boolean) {
    super(message)
    this.name = 'MailError'
    this.isPermanent = isPermanent
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
    connectionTimeout: limits.connection,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.socket,
    dnsTimeout: limits.dns,
    allowInternalNetworkInterfaces: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

interface Failure {
  code?: string
  command?: string
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

const CAUSES: Record<string, string> = {
  EABORT: 'Le serveur de courriel n’a pas fini de répondre à temps.',
  ETIMEDOUT: 'Le serveur de courriel n’a pas répondu à temps.',
  ECONNECTION: 'La connexion au serveur de courriel a été coupée.',
  ESOCKET: 'La connexion au serveur de courriel a échoué.',
  EDNS: 'Le nom du serveur de courriel est introuvable.',
  ETLS: 'La connexion chiffrée au serveur de courriel a échoué.',
  EAUTH: 'Le serveur de courriel a refusé l’identifiant ou le mot de passe.',
}

function failureOf(error: unknown): MailError {
  const failure = error as Failure
  const said = failure.response ?? failure.message
  const cause = CAUSES[failure.code ?? ''] ?? 'Le serveur de courriel a refusé l’envoi.'
  return new MailError(`${cause} (${said.replace(/[\p{C}\s]+/gu, ' ').slice(0, MAX_RESPONSE)})`, isRefusal(failure))
}

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
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.timeout(limits.whole),
    })
  } catch (error) {
    throw failureOf(error)
  } finally {
    transport.close()
  }
}
