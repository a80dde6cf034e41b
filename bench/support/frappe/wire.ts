// Counts the bytes of saves, and makes the line that of an old connection.
import type { Page } from '../../../test/support/page.ts'

const BYTES_PER_SECOND = 400_000 / 8
const LATENCY_MS = 150
const SLOWED = 6

interface Saved {
  body: number
  /** Body and headers as they are written. */
  up: number
  down: number
}

/** Headers as HTTP/1.1 writes them. */
const bytesOf = (headers: object): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + String(value).length + 4, 0)
const length = (text: string): number => new TextEncoder().encode(text).length

export class Wire {
  readonly saves: Saved[] = []

  /** Watches what is posted to `path`; `isSlow`: a processor six times slower and 400 kbit/s from here on. */
  static async on(page: Page, path: string, isSlow: boolean): Promise<Wire> {
    const wire = new Wire()
    wire.#watch(page, path)
    if (!isSlow) return wire
    await page.command('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND,
    })
    await page.command('Emulation.setCPUThrottlingRate', { rate: SLOWED })
    return wire
  }

  #watch(page: Page, path: string): void {
    const going = new Map<unknown, Saved>()
    // All that goes, with cookies and what else the browser adds; told before or after the request itself.
    const whole = new Map<unknown, number>()
    page.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) =>
      whole.set(requestId, bytesOf(headers as object)),
    )
    page.on('Network.requestWillBeSent', ({ requestId, request }) => {
      const { method, url, headers, postData = '' } = request as Record<string, string> & { headers: object }
      if (method !== 'POST' || new URL(url as string).pathname !== path) return
      going.set(requestId, { body: length(postData), up: length(postData) + bytesOf(headers), down: 0 })
    })
    page.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const save = going.get(requestId)
      const heads = whole.get(requestId)
      whole.delete(requestId)
      if (save)
        this.saves.push({
          ...save,
          ...(heads && { up: save.body + heads }),
          down: Number(encodedDataLength),
        })
    })
  }
}
