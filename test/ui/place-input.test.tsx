import { expect, test } from 'vitest'
import { Form } from '../../src/ui/form.tsx'
import { PlaceInput, PlaceOptions } from '../../src/ui/place-input.tsx'
import { dom, HOSTILE, html } from './render.tsx'

const pleurtuit = { id: 12, nom_long: 'Pleurtuit, Ille-et-Vilaine' }

test('a chosen place is sent by its id and shown by its name', () => {
  const page = dom(<PlaceInput name="data[lieu]" label="Lieu" value={pleurtuit} required help="Commune ou paroisse." />)
  expect(page.querySelector('input[type=hidden]')?.attributes).toMatchObject({ name: 'data[lieu]', value: '12' })
  // The page says what it was drawn with: without JavaScript that tells an emptied box from an id that somebody sends.
  expect(page.querySelector('[name="montre:data[lieu]"]')?.getAttribute('value')).toBe('12')
  const text = page.querySelector('input[type=text]')
  expect(text?.attributes).toMatchObject({
    name: 'texte:data[lieu]',
    id: 'data-lieu',
    value: 'Pleurtuit, Ille-et-Vilaine',
  })
  expect(text?.getAttribute('aria-describedby')).toBe('data-lieu-aide')
  expect(page.querySelector('label')?.getAttribute('for')).toBe('data-lieu')
})

test('without JavaScript a button asks the server for this field, whatever else is missing', () => {
  const button = dom(<PlaceInput name="lieu_id" label="Lieu" value={null} />).querySelector('button')
  expect(button?.attributes).toMatchObject({ type: 'submit', name: 'chercher', value: 'lieu_id' })
  expect(button?.hasAttribute('formnovalidate')).toBe(true)
})

test('Enter sends the form that holds a place box, it does not search', () => {
  const submits = (enter?: string) =>
    dom(
      <Form action="/lieux" enter={enter}>
        <PlaceInput name="lieu_id" label="Lieu" value={null} />
        <button type="submit">Créer le lieu</button>
      </Form>,
    ).querySelectorAll('button[type=submit]')
  expect(submits()[0]?.getAttribute('name')).toBe('chercher')
  const [first] = submits('Créer le lieu')
  expect(first?.attributes).toEqual({ type: 'submit', class: 'hors-ecran', tabindex: '-1' })
  expect(first?.textContent).toBe('Créer le lieu')
})

test('candidates replace the hidden id by a list to choose from', () => {
  const page = dom(<PlaceInput name="lieu_id" label="Lieu" value={null} texte="pleu" candidates={[pleurtuit]} />)
  expect(page.querySelectorAll('[name=lieu_id]').map((node) => node.tagName)).toEqual(['SELECT'])
  expect(page.querySelectorAll('option').map((option) => option.getAttribute('value'))).toEqual(['', '12'])
  expect(page.querySelector('input[type=text]')?.getAttribute('value')).toBe('pleu')
})

test('no candidate is said, and the field still sends an empty id', () => {
  const page = dom(<PlaceInput name="lieu_id" label="Lieu" value={null} texte={HOSTILE} candidates={[]} />)
  expect(page.querySelector('p.aide')?.textContent).toContain('Aucun lieu ne correspond à «')
  expect(page.querySelector('input[name=lieu_id]')?.getAttribute('value')).toBe('')
  expect(String(page)).not.toContain('<script>')
})

test('suggestions carry id and name as data, a hostile name as text', () => {
  const written = html(<PlaceOptions lieux={[pleurtuit, { id: 13, nom_long: HOSTILE }]} />)
  const options = dom(written).querySelectorAll('[role=listbox] > [role=option]')
  expect(options.map((option) => option.getAttribute('data-id'))).toEqual(['12', '13'])
  expect(options[1]?.getAttribute('data-nom-long')).toBe(HOSTILE)
  expect(written).not.toContain('<script>')
})
