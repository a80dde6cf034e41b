import { expect, test } from 'vitest'
import { CheckField, Field, Fieldset, fieldId } from '../../src/ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../src/ui/form.tsx'
import { dom, HOSTILE, html } from './render.tsx'

test('an id is made of letters, digits and hyphens, usable in a fragment', () => {
  expect(fieldId('nom')).toBe('nom')
  expect(fieldId('lieu_parent_id')).toBe('lieu_parent_id')
  expect(fieldId('data[date][valeur]')).toBe('data-date-valeur')
  expect(fieldId('texte:data[lieu]')).toBe('texte-data-lieu')
})

test('a field ties label, help, control and error together', () => {
  const page = dom(
    <Field name="data[nom]" label="Nom" help="Tel qu’écrit." error="Indiquez le nom." required>
      <input name="data[nom]" value="LE BRETON" />
    </Field>,
  )
  const control = page.querySelector('input')
  expect(page.querySelector('label')?.getAttribute('for')).toBe('data-nom')
  expect(page.querySelector('label')?.textContent).toBe('Nom (obligatoire)')
  expect(control?.getAttribute('id')).toBe('data-nom')
  expect(control?.getAttribute('type')).toBe('text')
  expect(control?.hasAttribute('required')).toBe(true)
  expect(control?.getAttribute('aria-invalid')).toBe('true')
  expect(control?.getAttribute('aria-describedby')).toBe('data-nom-aide data-nom-erreur')
  expect(page.querySelector('#data-nom-aide')?.textContent).toBe('Tel qu’écrit.')
  expect(page.querySelector('#data-nom-erreur')?.textContent).toBe('Indiquez le nom.')
})

test('a field without help nor error promises none', () => {
  const control = dom(
    <Field name="note" label="Note">
      <textarea name="note">a</textarea>
    </Field>,
  ).querySelector('textarea')
  expect(control?.attributes).toEqual({ name: 'note', id: 'note' })
  expect(control?.textContent).toBe('a')
})

test('of several controls the first named one is wired, wherever it stands', () => {
  const page = dom(
    <Field name="date" label="Date" error="Date impossible.">
      <input type="hidden" name="version" value="3" />
      <div>
        <input type="search" name="date[valeur]" />
        <select name="date[calendrier]">
          <option>Julien</option>
        </select>
      </div>
      <p>compris</p>
    </Field>,
  )
  const wired = page.querySelectorAll('[aria-invalid]')
  expect(wired.map((node) => node.getAttribute('name'))).toEqual(['date[valeur]'])
  expect(wired[0]?.getAttribute('type')).toBe('search')
  expect(page.querySelector('select option')?.textContent).toBe('Julien')
  expect(page.querySelectorAll('#date')).toHaveLength(1)
})

test('what is typed or said is text, never markup', () => {
  const written = html(
    <Field name="nom" label={HOSTILE} help={HOSTILE} error={HOSTILE}>
      <input name="nom" value={HOSTILE} />
    </Field>,
  )
  expect(written).not.toContain('<script>')
  expect(dom(written).querySelector('input')?.getAttribute('value')).toBe(HOSTILE)
  expect(dom(written).querySelectorAll('b')).toHaveLength(0)
})

test('a box to tick comes before its label', () => {
  const page = dom(
    <CheckField name="actif" label="Actif">
      <input type="checkbox" name="actif" checked />
    </CheckField>,
  )
  expect(page.querySelector('.champ')?.children.map((node) => node.tagName)).toEqual(['INPUT', 'LABEL'])
  expect(page.querySelector('input')?.getAttribute('id')).toBe(page.querySelector('label')?.getAttribute('for'))
})

test('a group that is wrong as a whole can be reached and is described', () => {
  const group = dom(
    <Fieldset legend="Rôle" name="role" error="Choisissez un rôle.">
      <input type="radio" name="role" />
    </Fieldset>,
  ).querySelector('fieldset')
  expect(group?.getAttribute('id')).toBe('role')
  expect(group?.getAttribute('tabindex')).toBe('-1')
  expect(group?.getAttribute('aria-describedby')).toBe('role-erreur')
})

test('a posted form carries the token of its page, a GET form does not', () => {
  const page = dom(
    <>
      <Form action="/lieux" hx-post="/lieux">
        <input name="nom" />
      </Form>
      <Form action="/lieux" method="get">
        <input name="q" />
      </Form>
    </>,
    'jeton"1',
  )
  const [post, get] = page.querySelectorAll('form')
  expect(post?.getAttribute('method')).toBe('post')
  expect(post?.getAttribute('hx-post')).toBe('/lieux')
  expect(post?.querySelector('[name=_csrf]')?.getAttribute('value')).toBe('jeton"1')
  expect(get?.getAttribute('method')).toBe('get')
  expect(get?.querySelector('[name=_csrf]')).toBeNull()
})

test('the summary of errors leads to each field, and is absent when all is well', () => {
  const page = dom(
    <ErrorSummary errors={{ 'data[nom]': 'Indiquez le nom.', '': 'Déjà envoyé.' }} labels={{ 'data[nom]': 'Nom' }} />,
  )
  expect(page.querySelector('[role=alert] h2')?.textContent).toBe('2 réponses sont à revoir')
  expect(page.querySelectorAll('a').map((a) => a.getAttribute('href'))).toEqual(['#data-nom'])
  expect(page.querySelector('a')?.textContent).toBe('Nom\u00a0: Indiquez le nom.')
  expect(html(<ErrorSummary errors={{}} />)).toBe('')
})

test('the button that acts comes first, « Annuler » is a link', () => {
  const actions = dom(
    <Actions cancel="/lieux">
      <Submit name="suite" value="autre">
        Créer le lieu
      </Submit>
    </Actions>,
  ).querySelector('.actions')
  expect(actions?.children.map((node) => node.tagName)).toEqual(['BUTTON', 'A'])
  expect(actions?.querySelector('button')?.attributes).toMatchObject({ type: 'submit', name: 'suite', value: 'autre' })
  expect(actions?.querySelector('a')?.getAttribute('href')).toBe('/lieux')
})
