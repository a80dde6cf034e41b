// SHA-256 of a file, in hexadecimal. Browsers have it themselves in https alone; a site of an association may be in http.
const words = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The first 32 bits of the fractions of roots of the first primes (FIPS 180-4): of square roots, and of cube roots. */
function constants() {
  const state = []
  const keys = []
  for (let n = 2; keys.length < 64; n += 1) {
    let isPrime = true
    for (let by = 2; by * by <= n; by += 1) if (n % by === 0) isPrime = false
    if (!isPrime) continue
    if (state.length < 8) state.push(fraction(n ** (1 / 2)))
    keys.push(fraction(n ** (1 / 3)))
  }
  return { state, keys }
}

const fraction = (root) => ((root - Math.floor(root)) * 0x100000000) | 0
const turn = (word, by) => (word >>> by) | (word << (32 - by))

function block(state, keys, view, at, w) {
  for (let n = 0; n < 16; n += 1) w[n] = view.getInt32(at + 4 * n)
  for (let n = 16; n < 64; n += 1) {
    const a = w[n - 15]
    const b = w[n - 2]
    w[n] =
      (w[n - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[n - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0
  }
  let [a, b, c, d, e, f, g, h] = state
  for (let n = 0; n < 64; n += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + keys[n] + w[n]) | 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  const next = [a, b, c, d, e, f, g, h]
  for (let n = 0; n < 8; n += 1) state[n] = (state[n] + next[n]) | 0
}

/** By hand: a photo of 3.5 MB in a tenth of a second. */
export function sha256(buffer) {
  const { state, keys } = constants()
  const length = buffer.byteLength
  const whole = length - (length % 64)
  const w = new Int32Array(64)
  const view = new DataView(buffer)
  for (let at = 0; at < whole; at += 64) block(state, keys, view, at, w)
  const rest = new Uint8Array(length % 64 < 56 ? 64 : 128)
  rest.set(new Uint8Array(buffer, whole))
  rest[length - whole] = 0x80
  const end = new DataView(rest.buffer)
  end.setUint32(rest.length - 8, Math.floor(length / 0x20000000))
  end.setUint32(rest.length - 4, (length << 3) >>> 0)
  for (let at = 0; at < rest.length; at += 64) block(state, keys, end, at, w)
  const out = new DataView(new ArrayBuffer(32))
  for (const n of state.keys()) out.setInt32(4 * n, state[n])
  return words(new Uint8Array(out.buffer))
}

export const read = (blob) => new Response(blob).arrayBuffer()

export async function empreinteOf(file) {
  const buffer = await read(file)
  const { subtle } = window.crypto
  return subtle ? words(new Uint8Array(await subtle.digest('SHA-256', buffer))) : sha256(buffer)
}
