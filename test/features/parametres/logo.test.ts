import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../support/app.ts'
import { journalOf, upload } from './support.ts'

const PATH = '/parametres'
const file = (name: string) => readFileSync(join(import.meta.dirname, '../../data/images', name))
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script><path d="M0 0h9v9"/></svg>',
)

const logoOf = async (t: TestApp) => (await t.anonymous().get('/login')).page.all('.marque img')[0]?.getAttribute('src')
const publicFiles = (t: TestApp): string[] => {
  const folder = join(t.deps.storage, 'app', 'public')
  return existsSync(folder) ? readdirSync(folder) : []
}
const temporaryFiles = (t: TestApp): string[] => readdirSync(join(t.deps.storage, 'app', 'tmp'))

test.each([
  ['logo.png', 'image/png'],
  ['logo.jpg', 'image/jpeg'],
  ['logo.webp', 'image/webp'],
])('an image is known by its content, whatever its name, and shown on every page (%s)', async (name, type) => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  const answer = await upload(admin, `${PATH}/logo`, file(name), 'n’importe.quoi.exe')
  expect(answer).toMatchObject({ status: 303, location: `${PATH}?partie=logo-du-site#logo-du-site` })
  expect((await admin.follow(answer)).page.one('#logo-du-site .flash').textContent).toBe('Logo enregistré.')
  expect(publicFiles(t)).toEqual([name])
  const src = (await logoOf(t)) ?? ''
  expect(src).toMatch(new RegExp(`^/logo/${name}\\?v=[0-9a-f]{16}-\\d+$`))
  const shown = await t.anonymous().request(src)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, type])
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  expect(shown.headers.get('cache-control')).toContain('immutable')
  expect(temporaryFiles(t)).toEqual([])
  expect(await journalOf(t)).toContainEqual([t.admin.id, ['logo']])
})

test('a drawing is cleaned, served where it can do nothing, and is the icon of the site too', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  const answer = await upload(admin, `${PATH}/logo`, SVG, 'logo.svg')
  expect((await admin.follow(answer)).page.one('#logo-du-site .flash').textContent).toMatch(
    /ce qui n’est pas du dessin en a été retiré/,
  )
  const src = (await logoOf(t)) ?? ''
  const shown = await t.anonymous().get(src)
  expect(shown.text).toContain('<path d="M0 0h9v9"/>')
  expect(shown.text).not.toMatch(/script|onload|alert/)
  expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
  expect(shown.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  const login = await t.anonymous().get('/login')
  expect(login.page.one('link[rel=icon]').getAttribute('href')).toBe(src)
  expect((await t.anonymous().get('/favicon.ico')).location).toBe(src)
  // Pages keep their own policy.
  expect(login.headers.get('content-security-policy')).toContain("script-src 'self'")
})

test('another image takes the place of the first, under another address; removing it brings the seal back', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  await upload(admin, `${PATH}/logo`, file('logo.png'), 'a.png')
  const first = (await logoOf(t)) ?? ''
  await upload(admin, `${PATH}/logo`, SVG, 'a.svg')
  expect(publicFiles(t)).toEqual(['logo.svg'])
  expect((await t.anonymous().get(first)).status).toBe(404)
  expect(await logoOf(t)).toMatch(/^\/logo\/logo\.svg/)
  const removed = await admin.post(`${PATH}/logo/supprimer`)
  expect((await admin.follow(removed)).page.one('#logo-du-site .flash').textContent).toBe('Logo retiré.')
  expect([await logoOf(t), publicFiles(t)]).toEqual([undefined, []])
  expect((await admin.post(`${PATH}/logo/supprimer`)).status).toBe(303)
  expect((await t.anonymous().get('/logo/logo.svg')).status).toBe(404)
  expect((await t.anonymous().get('/favicon.ico')).status).toBe(302)
})

test('a drawing that was stored under former rules is read again before it is shown', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  await upload(admin, `${PATH}/logo`, SVG, 'logo.svg')
  const stored = join(t.deps.storage, 'app', 'public', 'logo.svg')
  const drawing = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`
  const nest = '<mask id="a"><path d="M0 0h9" mask="url(#b)"/></mask><mask id="b"/><path d="M0 0h9" mask="url(#a)"/>'
  writeFileSync(stored, drawing(nest))
  const mended = await t.anonymous().get((await logoOf(t)) ?? '')
  expect([mended.status, mended.text.match(/url\(#b\)/)]).toEqual([200, null])
  writeFileSync(stored, drawing('<path d="M0 0h9" opacity=".5"/>'.repeat(1000)))
  expect((await t.anonymous().get((await logoOf(t)) ?? '')).status).toBe(404)
  const told = (await admin.get(PATH)).page
  expect(told.one('#logo-du-site .flash').text).toMatch(/n’est plus montré/)
  expect(told.all('[data-focus], #logo-du-site img')).toEqual([])
  expect(t.failures).toEqual([])
})

describe('refused, and nothing changed', () => {
  const refused = async (bytes: Buffer, name = 'logo.png') => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    await upload(admin, `${PATH}/logo`, file('logo.png'), 'bon.png')
    const before = await logoOf(t)
    const answer = await upload(admin, `${PATH}/logo`, bytes, name)
    expect(await logoOf(t)).toBe(before)
    expect(publicFiles(t)).toEqual(['logo.png'])
    expect(temporaryFiles(t)).toEqual([])
    expect(t.failures).toEqual([])
    return answer
  }

  test.each([
    ['a page called .png', '<html><script>alert(1)</script></html>'],
    ['a GIF', 'GIF89a\u0001\u0000'],
    [
      'an external entity',
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    [
      'a drawing of a thousand sheets',
      `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h9" opacity=".5"/>'.repeat(1000)}</svg>`,
    ],
    ['half a picture', file('logo.png').subarray(0, 60).toString('latin1')],
  ])('%s', async (_what, content) => {
    const answer = await refused(Buffer.from(content, 'latin1'))
    expect(answer.status).toBe(422)
    expect(answer.page.error('logo')).not.toBe('')
  })

  test('no file, or an empty one', async () => {
    for (const [bytes, name] of [
      [Buffer.alloc(0), ''],
      [Buffer.alloc(0), 'vide.png'],
    ] as const) {
      const answer = await refused(bytes, name)
      expect([answer.status, answer.page.error('logo')]).toEqual([
        422,
        'Choisissez un fichier : PNG, JPG, SVG ou WebP.',
      ])
    }
    const t = await testApp()
    expect((await (await t.as(t.admin)).post(`${PATH}/logo`)).status).toBe(422)
  })

  test('one byte more than two megabytes', async () => {
    const answer = await refused(Buffer.concat([SVG, Buffer.alloc(2 * 1024 * 1024 + 1 - SVG.length, ' ')]), 'a.svg')
    expect([answer.status, answer.page.error('logo')]).toEqual([
      413,
      'Cette image dépasse la taille permise (2 Mo). Réduisez-la, puis recommencez.',
    ])
  })

  test('two megabytes to the byte are taken', async () => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    const whole = Buffer.concat([SVG, Buffer.alloc(2 * 1024 * 1024 - SVG.length, ' ')])
    expect((await upload(admin, `${PATH}/logo`, whole, 'a.svg')).status).toBe(303)
  })

  test('without the token of a form', async () => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    const body = new FormData()
    body.append('logo', new Blob([new Uint8Array(SVG)]), 'a.svg')
    const answer = await admin.request(`${PATH}/logo`, {
      method: 'POST',
      body,
      headers: { origin: 'http://localhost' },
    })
    expect([answer.status, publicFiles(t)]).toEqual([403, []])
  })
})

test('no other file can be asked for in the place of the logo', async () => {
  const t = await testApp()
  await upload(await t.as(t.admin), `${PATH}/logo`, file('logo.png'), 'a.png')
  for (const path of ['/logo/logo.jpg', '/logo/settings.json', '/logo/..%2Fsettings.json', '/logo/logo.png%00'])
    expect([path, (await t.anonymous().get(path)).status]).toEqual([path, 404])
  t.deps.settings.write({ logo: '../settings.json' })
  expect((await t.anonymous().get('/logo/..%2Fsettings.json')).status).toBe(404)
  expect((await t.anonymous().get('/login')).status).toBe(200)
})
