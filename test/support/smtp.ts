import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { MAIL_LIMITS, type MailLimits, type SmtpServer } from '../../src/lib/mailer.ts'

/**
 * The server does one of these with the next connection: takes the mail, refuses the recipient for now (450) or for good (550), says
 * nothing at all, takes the mail and never says so, closes in the middle of its greeting.
 */
export type Mood = 'ok' | 450 | 550 | 'muet' | 'muet après DATA' | 'coupe'

export interface Received {
  from: string
  /** Every RCPT of the envelope. */
  to: string[]
  raw: string
  email: Email
}

/** Waits a test can sit through. */
export const SHORT: MailLimits = { connection: 300, greeting: 300, socket: 300, whole: 600 }

const listen = (server: { listen(port: number, host: string, done: () => void): unknown }, port: number) =>
  new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })

interface Connection {
  init(): void
  connectionReady(): void
  _setListeners(ready: () => void): void
}

/** smtp-server has everybody wait for 100 ms, to see who talks too soon: tests that send thirty mails have no time for that. */
function greetAtOnce(server: SMTPServer): void {
  const { connections } = server as unknown as { connections: Set<Connection> }
  const add = connections.add.bind(connections)
  connections.add = (connection) => {
    connection.init = () => connection._setListeners(() => connection.connectionReady())
    return add(connection)
  }
}

const refusal = (responseCode: number) => Object.assign(new Error('Boîte refusée'), { responseCode })

/** A real SMTP server whose mood the test sets; `refuse()` has its port refuse connections until `accept()`. `password`: it asks for it. */
export async function smtpSink({ hasTls = false, password = '' } = {}) {
  let mood: Mood = 'ok'
  let connections = 0
  const received: Received[] = []
  const held = new Set<Socket>()

  const server = new SMTPServer({
    disabledCommands: [...(password === '' ? ['AUTH'] : []), ...(hasTls ? [] : ['STARTTLS'])],
    authOptional: true,
    disableReverseLookup: true,
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      auth.password === password ? done(null, { user: auth.username }) : done(new Error('Identifiants refusés')),
    closeTimeout: 50,
    onRcptTo: (_address, _session, done) => (typeof mood === 'number' ? done(refusal(mood)) : done()),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        if (mood === 'muet après DATA') return
        const raw = Buffer.concat(chunks).toString('utf8')
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ from, to, raw, email: await PostalMime.parse(raw) })
        done()
      })
    },
  })
  greetAtOnce(server)
  // A server that is cut off in the middle of a session says so here.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const inner = (server.server.address() as AddressInfo).port

  const front = createServer((socket) => {
    connections += 1
    held.add(socket)
    // Small words in turn, each of which would wait for the answer to the one before.
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.on('close', () => held.delete(socket))
    if (mood === 'muet') return
    if (mood === 'coupe') return void socket.end('220 rel')
    const behind = connect(inner, '127.0.0.1')
    behind.setNoDelay(true)
    behind.on('error', () => socket.destroy())
    socket.pipe(behind).pipe(socket)
  })
  await listen(front, 0)
  const { port } = front.address() as AddressInfo
  const refuse = () =>
    new Promise<void>((resolve) => {
      front.close(() => resolve())
      for (const socket of held) socket.destroy()
    })
  onTestFinished(async () => {
    if (front.listening) await refuse()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  })

  const settings: SmtpServer = {
    host: '127.0.0.1',
    port,
    encryption: 'none',
    username: '',
    password: '',
    sender_address: 'ne-pas-repondre@exemple.fr',
    sender_name: 'Relevés d’essai',
  }
  return {
    settings,
    received,
    refuse,
    accept: () => listen(front, port),
    get connections() {
      return connections
    },
    set mood(next: Mood) {
      mood = next
    },
    /** For what sends to it: short where it will not answer, else long enough for a machine that has much else to do. */
    get limits() {
      return mood === 'muet' || mood === 'muet après DATA' ? SHORT : MAIL_LIMITS
    },
  }
}
