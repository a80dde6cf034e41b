// A person's browser, as far as a measurement needs one: signed in, some connections that stay, forms filled as their pages ask.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

const POLL_MS = 100
const PATIENCE_MS = 600_000
/** A server that says nothing for so long will not: a bench would wait for ever. */
const SILENT_MS = 120_000

/** The hidden fields of the form that goes to `action`, or of the first form that has any. */
function hiddenFields(html: string, action: string): Record<string, string> {
  const forms = html.split('<form').filter((form) => form.includes('_csrf'))
  const form = forms.find((one) => one.includes(`action="${action}"`)) ?? forms[0] ?? ''
  const inputs = form.split('</form>')[0]?.match(/<input[^>]*type="hidden"[^>]*>/g) ?? []
  const of = (input: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1] ?? ''
  return Object.fromEntries(inputs.map((input) => [of(input, 'name'), of(input, 'value')]))
}

export class Visitor {
  readonly #agent: Agent
  readonly #port: number
  #cookie = ''

  constructor(port: number, connections: number) {
    this.#port = port
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** Reads the answer to its end. Throws on one that is an error. */
  #ask(method: string, path: string, headers: Record<string, string>, body?: Buffer | string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const all = { cookie: this.#cookie, 'accept-encoding': 'gzip', ...headers }
      const to = { port: this.#port, host: '127.0.0.1', path, method }
      const sent = request({ ...to, headers: all, agent: this.#agent, timeout: SILENT_MS })
      sent.on('response', (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () => {
          const status = answer.statusCode ?? 0
          if (status >= 400) reject(new Error(`${method} ${path} answered ${status}`))
          resolve({ status, headers: answer.headers, body: Buffer.concat(parts).toString() })
        })
      })
      sent.on('error', reject)
      sent.on('timeout', () => sent.destroy(new Error(`${method} ${path} was not answered`)))
      sent.end(body)
    })
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#ask('GET', path, headers)
  }

  /** The page as a text. */
  async #read(path: string): Promise<string> {
    return (await this.get(path, { 'accept-encoding': 'identity' })).body
  }

  /** Sends the form of a page that goes to `action`; the path that the answer leads to. */
  async post(page: string, action: string, fields: Record<string, string> = {}): Promise<string> {
    const body = new URLSearchParams({ ...hiddenFields(await this.#read(page), action), ...fields }).toString()
    const { headers } = await this.#ask('POST', action, { 'content-type': 'application/x-www-form-urlencoded' }, body)
    for (const cookie of headers['set-cookie'] ?? []) this.#keep(cookie)
    return headers.location ?? page
  }

  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';')
    const name = pair.slice(0, pair.indexOf('=') + 1)
    const others = this.#cookie.split('; ').filter((one) => one !== '' && !one.startsWith(name))
    this.#cookie = [...others, pair].join('; ')
  }

  async signIn(login: string, password: string): Promise<void> {
    const first = await this.get('/login', { 'accept-encoding': 'identity' })
    for (const cookie of first.headers['set-cookie'] ?? []) this.#keep(cookie)
    await this.post('/login', '/login', { login, password })
    if ((await this.get('/')).status !== 200) throw new Error(`${login} could not sign in`)
  }

  /** Sends a CSV file by the form of this page, as a browser does; the page that the answer leads to. */
  async upload(page: string, file: Buffer): Promise<string> {
    const limit = `----banc${Date.now()}`
    const fields = Object.entries(hiddenFields(await this.#read(page), page))
      .concat([['encodage', 'auto']])
      .map(([name, value]) => `--${limit}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    const head = `--${limit}\r\nContent-Disposition: form-data; name="fichier"; filename="actes.csv"\r\nContent-Type: text/csv\r\n\r\n`
    const body = Buffer.concat([Buffer.from(fields.join('') + head), file, Buffer.from(`\r\n--${limit}--\r\n`)])
    const { headers } = await this.#ask(
      'POST',
      page,
      { 'content-type': `multipart/form-data; boundary=${limit}` },
      body,
    )
    if (!headers.location) throw new Error(`the file was not taken by ${page}`)
    return headers.location
  }

  /** Until the page says so. Throws after ten minutes. */
  async until(page: string, said: RegExp): Promise<void> {
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end; ) {
      if (said.test(await this.#read(page))) return
      await new Promise((go) => setTimeout(go, POLL_MS))
    }
    throw new Error(`${page} never said ${said}`)
  }

  close(): void {
    this.#agent.destroy()
  }
}
