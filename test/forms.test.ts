// reliability.md T17: every form of the site is sent as its page shows it, then once more with fields that it does not have; both
// times the site ends up with the same rows.
import type { HTMLElement } from 'node-html-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from './support/characters.ts'
import { addressOf, type MatrixSite, matrixSite, routesOf, type Who } from './support/matrix.ts'
import { snapshot } from './support/snapshot.ts'

/** People would add these fields to a form if it did anything. */
const FOREIGN: Record<string, string> = {
  ...{ id: '4242', user_id: '1', created_by: '1', updated_by: '1', is_manager: '1', import_id: '7', cible_id: '1' },
  ...{ role: 'admin', is_active: '0', must_change_password: '1', password_hash: 'x', email_verified_at: '1900' },
  ...{ temporaire_jusque: '1900', supprime_at: '1900', created_at: '1900', updated_at: '1900', fini_at: '1900' },
  ...{ status: 'validee', etat: 'termine', nb_releves: '999', section_id: '2', source_id: '2', type_source_id: '2' },
  ...{ name_key: 'x', email_key: 'x', nom_key: 'x', nom_tri: 'x', nom_long: 'x', chemin: '/', recherche: 'x' },
  ...{ 'data[password]': 'x', __proto__: 'x', constructor: 'x', 'prototype[role]': 'admin', secret: 'x' },
}

let site: MatrixSite
beforeAll(async () => {
  site = await matrixSite()
})
afterAll(() => site.end())

interface Form {
  action: string
  fields: [string, string][]
}

const INPUTS: Record<string, string> = {
  email: 'nouvelle@exemple.fr',
  password: PASSWORD,
  number: '1',
  url: 'https://exemple.fr/',
  date: '2026-01-01',
}

function chosen(select: HTMLElement): string {
  const options = select.querySelectorAll('option')
  const marked = options.find((option) => option.hasAttribute('selected'))
  return (marked ?? options.find((option) => option.getAttribute('value') !== ''))?.getAttribute('value') ?? ''
}

/** The fields as a browser would send them; what is empty and must not be is filled in. */
function fieldsOf(form: HTMLElement): [string, string][] {
  return form.querySelectorAll('[name]').flatMap((field): [string, string][] => {
    const name = field.getAttribute('name') ?? ''
    const type = field.getAttribute('type') ?? 'text'
    if (name === '_csrf' || field.tagName === 'BUTTON' || type === 'file') return []
    if (field.tagName === 'SELECT') return [[name, chosen(field)]]
    if (field.tagName === 'TEXTAREA') return [[name, field.textContent]]
    if (type === 'checkbox' || type === 'radio')
      return field.hasAttribute('checked') ? [[name, field.getAttribute('value') ?? 'on']] : []
    const value = field.getAttribute('value') ?? ''
    const isWanted = value === '' && (field.hasAttribute('required') || type === 'password')
    return [[name, isWanted ? (INPUTS[type] ?? 'Valeur neuve') : value]]
  })
}

/** Every form that this person's pages show, by where it is sent. */
async function formsOf(site: MatrixSite, who: Who): Promise<Form[]> {
  const forms = new Map<string, Form>()
  const pages = routesOf(site.t).filter((entry) => entry.startsWith('GET '))
  for (const page of pages.map((entry) => addressOf(entry.slice(4), site.sides[who].own))) {
    const { status, headers, page: read } = await site.visitor(who).get(page)
    if (status !== 200 || !headers.get('content-type')?.startsWith('text/html')) continue
    for (const form of read.all('form[method=post]')) {
      const action = form.getAttribute('action') ?? ''
      if (!forms.has(action)) forms.set(action, { action, fields: fieldsOf(form) })
    }
  }
  await site.undo()
  return [...forms.values()]
}

/** Tells what the site holds after this form was sent with these fields beside its own. */
async function after(site: MatrixSite, who: Who, { action, fields }: Form, foreign: Record<string, string>) {
  const body: Record<string, string[]> = {}
  for (const [name, value] of fields) body[name] = [...(body[name] ?? []), value]
  for (const [name, value] of Object.entries(foreign)) if (!Object.hasOwn(body, name)) body[name] = [value]
  const { status } = await site.visitor(who).post(action, body)
  const all = { ...(await snapshot(site.t.db)), settings: site.t.deps.settings.read() }
  // The files of imports have names that nobody can guess; samples are drawn by seeds of the same kind, and a token is made of one.
  const text = JSON.stringify(all).replace(/[a-z2-7]{32}\.csv/g, 'a.csv')
  const held = JSON.parse(text.replace(/((?:graine|jeton_surveillance)\\*":\\*")[a-z2-7]{32}/g, '$1a')) as typeof all
  await site.undo()
  return { action, status, failures: site.t.failures.splice(0), ...held }
}

// A manager's forms are among those of an administrator.
test.each([
  ['admin', 45],
  ['marie', 10],
] as const)('foreign fields in any form of %s reach no row', { timeout: 60_000 }, async (who, atLeast) => {
  const forms = await formsOf(site, who)
  expect(forms.length).toBeGreaterThan(atLeast)
  let accepted = 0
  for (const form of forms) {
    const plain = await after(site, who, form, {})
    expect(await after(site, who, form, FOREIGN)).toEqual(plain)
    expect([form.action, plain.failures]).toEqual([form.action, []])
    if (plain.status < 400) accepted += 1
  }
  // Forms that are all refused would show nothing.
  expect(accepted).toBeGreaterThan(forms.length / 3)
})
