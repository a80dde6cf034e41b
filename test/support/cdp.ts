// The smallest client of the Chrome DevTools protocol, over the browser's pipe: Chromium 79 speaks a protocol too old for
// playwright-core, and a pipe (unlike a port) ends the browser with us, even when this process is killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

export type Params = Record<string, unknown>
type Listener = (params: Params, sessionId: string | undefined) => void
type Answer = {
  id?: number
  method?: string
  params?: Params
  result?: Params
  error?: { message: string }
  sessionId?: string
}
type Pending = { resolve(result: Params): void; reject(error: Error): void; timer: NodeJS.Timeout }

export class CdpBrowser {
  #child: ChildProcess
  #profile: string
  #pending = new Map<number, Pending>()
  #listeners = new Set<Listener>()
  #lastId = 0
  #stderr = ''

  /** Starts the browser with an empty profile; `env` adds to this process's environment. */
  constructor(executablePath: string, args: string[], env: Record<string, string>) {
    this.#profile = mkdtempSync(join(tmpdir(), 'releves-chromium-'))
    const flags = ['--headless', '--remote-debugging-pipe', `--user-data-dir=${this.#profile}`, ...args, 'about:blank']
    this.#child = spawn(executablePath, flags, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    })
    this.#child.stderr?.on('data', (text) => {
      this.#stderr = (this.#stderr + text).slice(-2000)
    })
    this.#child.once('error', (error) => this.#fail(error))
    this.#child.once('exit', (code) => this.#fail(new Error(`the browser ended (${code}): ${this.#stderr}`)))
    this.#input.on('error', (error) => this.#fail(error))
    this.#read(this.#child.stdio[4] as Readable)
  }

  get #input(): Writable {
    return this.#child.stdio[3] as Writable
  }

  /** One command, answered or refused within `ms`. `sessionId`: the page it is for; none for the browser itself. */
  send(method: string, params: Params = {}, sessionId?: string, ms = 30_000): Promise<Params> {
    const id = ++this.#lastId
    const command = sessionId === undefined ? { id, method, params } : { id, method, params, sessionId }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#settle(id)?.reject(new Error(`${method}: no answer in ${ms / 1000} s`)), ms)
      this.#pending.set(id, { resolve, reject, timer })
      this.#input.write(`${JSON.stringify(command)}\0`)
    })
  }

  /** Calls back at each event `method` of the page `sessionId`. Returns what stops it. */
  on(method: string, sessionId: string, callback: (params: Params) => void): () => void {
    const listener = (params: Params, session: string | undefined) => {
      if (params.method === method && session === sessionId) callback(params.params as Params)
    }
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends the browser and removes its profile. */
  async close(): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) resolve()
      else this.#child.once('exit', () => resolve())
    })
    this.#child.kill('SIGKILL')
    await ended
    // Children of the browser may still be writing when it is gone: try again instead of failing the test.
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }

  /** Messages are JSON separated by a zero byte; they arrive cut anywhere, even inside a character. */
  #read(output: Readable): void {
    let rest = ''
    output.setEncoding('utf8')
    output.on('data', (text: string) => {
      const parts = (rest + text).split('\0')
      rest = parts.pop() ?? ''
      for (const part of parts) this.#receive(JSON.parse(part) as Answer)
    })
  }

  #receive({ id, method, params, result, error, sessionId }: Answer): void {
    if (id === undefined) {
      for (const listener of this.#listeners) listener({ method, params: params ?? {} }, sessionId)
    } else if (error) {
      this.#settle(id)?.reject(new Error(error.message))
    } else {
      this.#settle(id)?.resolve(result ?? {})
    }
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    clearTimeout(pending?.timer)
    return pending
  }

  #fail(error: Error): void {
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(error)
  }
}
