// The turns of records in a queue where the server falls over some of them (static/js/file-envoi.js): others pass, but for what leans on them.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const load = (name: string) => import(new URL(`../../../static/js/${name}`, import.meta.url).href)

/** A browser of localStorage alone. */
function storage() {
  const kept: Record<string, string> = {}
  const hidden = (value: unknown) => ({ value, enumerable: false })
  return Object.defineProperties(kept, {
    getItem: hidden((key: string) => kept[key] ?? null),
    setItem: hidden((key: string, text: string) => {
      kept[key] = text
    }),
    removeItem: hidden((key: string) => {
      delete kept[key]
    }),
  })
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') })
  vi.stubGlobal('localStorage', storage())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Keeps acts of these dates, each typed after the one before; `isIll(name, n)`: does the server fall over it at the nth request? */
async function queue(dates: string[], isIll: (name: string, n: number) => boolean) {
  const { keep } = await load('file-depot.js')
  const { Sender } = await load('file-envoi.js')
  const jeton = (n: number) => `acte${n}`
  for (const [n, date] of dates.entries()) {
    const valeurs = [
      ['data[nom]', `A${n}`],
      ['data[date_evenement][valeur]', date],
    ]
    const suit = n > 0 ? jeton(n - 1) : undefined
    await keep({ jeton: jeton(n), personne: '1', nom: 'marie', source: '1', valeurs, suit, tenu: 0, motif: '' })
  }
  const stored: string[] = []
  let requests = 0
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: URLSearchParams }) => {
    const name = body.get('data[nom]') ?? ''
    requests += 1
    if (isIll(name, requests)) return new Response('erreur', { status: 500 })
    stored.push(name)
    return Response.json({ id: stored.length })
  })
  const heard: string[] = []
  const sender = new Sender(
    '1',
    () => 'csrf',
    async (what: string) => void heard.push(what),
  )
  sender.run()
  const after = async (seconds: number) => {
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    return stored.join(' ')
  }
  return { sender, after, heard, requests: () => requests }
}

const DAY = '12/08/1787'

test('two that the server falls over: the others go at once, these in a minute, for ever less often', async () => {
  let isIll = true
  const { after, heard, requests } = await queue([DAY, DAY, DAY, DAY], (name) => isIll && name < 'A2')
  expect(await after(15)).toBe('A2 A3')
  expect(heard).not.toContain('rest')
  const before = requests()
  await after(3600)
  expect(requests() - before).toBeLessThan(40)
  isIll = false
  expect(await after(700)).toBe('A2 A3 A0 A1')
  expect(heard.at(-1)).toBe('rest')
})

test('the whole server is ill: nothing passes anything, and it is asked ever less often', async () => {
  const { after, requests } = await queue(Array(12).fill(DAY), (_name, n) => n <= 20)
  await after(600)
  expect(requests()).toBe(32)
  expect(await after(1)).toBe(Array.from({ length: 12 }, (_, n) => `A${n}`).join(' '))
})

test('dates that lean on an act that waits, wait with it; whole ones do not', async () => {
  let isIll = true
  const dates = [DAY, '15', 'le lendemain', '16/08/1788', '17', '2 brumaire an III', '']
  const { after } = await queue(dates, (name) => isIll && name === 'A0')
  expect(await after(20)).toBe('A3 A4 A5 A6')
  isIll = false
  expect(await after(120)).toBe('A3 A4 A5 A6 A0 A1 A2')
})

test('what is asked for goes now', async () => {
  let isIll = true
  const { sender, after } = await queue([DAY, DAY], (name) => isIll && name === 'A0')
  expect(await after(20)).toBe('A1')
  isIll = false
  sender.again(true)
  expect(await after(1)).toBe('A1 A0')
})

test('a base that does not answer says nothing of what waits in it', async () => {
  const { sender, after, heard } = await queue([], () => false)
  await after(1)
  expect(heard).toEqual(['rest'])
  vi.stubGlobal('indexedDB', { open: () => ({ readyState: 'pending' }) })
  sender.again()
  await after(60)
  expect(heard).toEqual(['rest'])
})
