import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  choice,
  flag,
  idList,
  MAX_ID,
  optionalId,
  optionalText,
  optionalYear,
  parseForm,
  rawOf,
  requiredId,
  requiredInteger,
  text,
  version,
} from '../../src/web/form.ts'

const Lieu = z.object({ nom: text(10), note: optionalText(5), parent_id: optionalId, annee: optionalYear })

const read = (raw: Record<string, string | string[]>) => parseForm(Lieu, raw)

test('reads a good form into typed values', () => {
  expect(read({ nom: ' Pleurtuit ', note: '', parent_id: '12', annee: '1793' })).toEqual({
    ok: true,
    value: { nom: 'Pleurtuit', note: null, parent_id: 12, annee: 1793 },
  })
})

test('gives back what was typed with one French sentence beside each wrong field', () => {
  const raw = { nom: '  ', note: 'beaucoup', parent_id: 'x', annee: '17O3' }
  expect(read(raw)).toEqual({
    ok: false,
    raw,
    errors: {
      nom: 'Ce champ est obligatoire.',
      note: 'Ce texte est trop long\u00a0: 5 caractères au plus.',
      parent_id: 'Choisissez une valeur dans la liste.',
      annee: 'Indiquez une année en chiffres, par exemple 1787.',
    },
  })
})

test.each(['a\u0000b', 'a\u0007b', 'a\u001bb', 'a\u0085b', 'a\ud800b'])(
  'refuses the control character of %j',
  (nom) => {
    const form = read({ nom })
    expect(form.ok ? {} : form.errors).toEqual({
      nom: 'Ce texte contient un caractère interdit (caractère de contrôle).',
    })
  },
)

test('stores one form of accents and line breaks', () => {
  expect(read({ nom: 'e\u0301te\u0301', note: 'a\r\nb' })).toMatchObject({
    ok: true,
    value: { nom: 'été', note: 'a\nb' },
  })
})

test('takes the first of repeated values, drops foreign fields, survives hostile names', () => {
  const raw = JSON.parse('{"nom":["Un","Deux"],"role":"admin","__proto__":{"x":1},"constructor":"x"}')
  expect(read(raw)).toEqual({ ok: true, value: { nom: 'Un', note: null, parent_id: null, annee: null } })
})

test.each(['0', '-1', '1.5', '1e3', String(MAX_ID + 1), '99999999999999999999', 'abc', '0x10'])('%s is no id', (id) => {
  expect(parseForm(z.object({ id: requiredId }), { id }).ok).toBe(false)
})

test('a required id left out is asked for', () => {
  expect(parseForm(z.object({ id: requiredId }), {})).toMatchObject({
    errors: { id: 'Choisissez une valeur dans la liste.' },
  })
})

test('flags, choices, lists of ids, versions and bounded numbers', () => {
  const Schema = z.object({
    actif: flag,
    role: choice(['admin', 'membre']),
    membres: idList,
    version,
    ordre: requiredInteger(1, 9),
  })
  expect(parseForm(Schema, { actif: 'on', role: 'membre', membres: ['3', '5', '3', ''], ordre: '9' })).toEqual({
    ok: true,
    value: { actif: true, role: 'membre', membres: [3, 5], version: 0, ordre: 9 },
  })
  expect(parseForm(Schema, { role: 'chef', membres: 'x', ordre: '10' })).toMatchObject({
    ok: false,
    errors: {
      role: 'Choisissez une valeur dans la liste.',
      membres: 'Choisissez des valeurs dans la liste.',
      ordre: 'Indiquez un nombre entier de 1 à 9.',
    },
  })
})

test('an existing row becomes the form it is edited with', () => {
  expect(rawOf({ nom: 'Un', note: null, ordre: 3, actif: true, vide: false })).toEqual({
    nom: 'Un',
    ordre: '3',
    actif: '1',
  })
})
