import { describe, expect, test } from 'vitest'
import { resolvePlace } from '../../../src/champs/place-choice.ts'
import { lookupOf } from '../../../src/features/lieux/queries/lookup.ts'
import { testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { plant, plantBretagne } from './plant.ts'

async function archive() {
  const t = await testApp()
  const places = await plantBretagne(t.db)
  const lookup = lookupOf(t.db)
  /** The id and the text sent by a place box; null: not sent. */
  const read = (id: number | string | null, texte: string | null, offeredFor?: string, montre?: number) =>
    resolvePlace(
      {
        ...(id === null ? {} : { lieu: String(id) }),
        ...(texte === null ? {} : { 'texte:lieu': texte }),
        ...(offeredFor === undefined ? {} : { 'recherche:lieu': offeredFor }),
        ...(montre === undefined ? {} : { 'montre:lieu': String(montre) }),
      },
      'lieu',
      lookup,
    )
  return { t, read, ...places }
}

describe('without a text the id decides alone', () => {
  test('a known id is that place with its present long name', async () => {
    const { read, pleurtuit } = await archive()
    expect(await read(pleurtuit.id, null)).toEqual({
      ok: true,
      place: { id: pleurtuit.id, nom_long: pleurtuit.nom_long },
    })
  })

  test('nothing is no place', async () => {
    const { read } = await archive()
    expect(await read('', null)).toEqual({ ok: true, place: null })
    expect(await read(null, null)).toEqual({ ok: true, place: null })
  })

  test('what is no id of ours is no place', async () => {
    const { read } = await archive()
    for (const id of ['99999', '0', '-1', 'abc', '1.5', '99999999999', '2147483648', '1\u0000'])
      expect(await read(id, null)).toEqual({ ok: false, message: 'Ce lieu n’existe pas.', candidates: [] })
  })
})

describe('with a text', () => {
  test('an emptied box is no place, whatever id is left in it', async () => {
    const { read, pleurtuit } = await archive()
    // Without JavaScript the hidden id stays; with it combobox.js has emptied that too.
    expect(await read(pleurtuit.id, '  ', undefined, pleurtuit.id)).toEqual({ ok: true, place: null })
    expect(await read('', '', undefined, pleurtuit.id)).toEqual({ ok: true, place: null })
    expect(await read('', '')).toEqual({ ok: true, place: null })
  })

  test('an id that the box was not drawn with is kept beside an empty text', async () => {
    const { read, pleurtuit, saintMalo } = await archive()
    const kept = { ok: true, place: { id: pleurtuit.id, nom_long: pleurtuit.nom_long } }
    expect(await read(pleurtuit.id, '')).toEqual(kept)
    expect(await read(pleurtuit.id, '', undefined, saintMalo.id)).toEqual(kept)
    // Chosen in the list that was offered, the text taken out meanwhile.
    expect(await read(pleurtuit.id, '', 'pleur')).toEqual(kept)
    expect(await read('99999', '')).toEqual({ ok: false, message: 'Ce lieu n’existe pas.', candidates: [] })
  })

  test('the long name of the id is that place', async () => {
    const { t, read, departement, pleurtuit } = await archive()
    const twin = await plant(t.db, 'Pleurtuit', departement)
    expect(await read(twin.id, ` ${twin.nom_long} `)).toMatchObject({ ok: true, place: { id: twin.id } })
    expect(await read(pleurtuit.id, twin.nom_long)).toMatchObject({ ok: true, place: { id: pleurtuit.id } })
  })

  test('another exact long name wins over the id', async () => {
    const { read, pleurtuit, saintMalo } = await archive()
    expect(await read(pleurtuit.id, saintMalo.nom_long)).toMatchObject({ ok: true, place: { id: saintMalo.id } })
    expect(await read('', saintMalo.nom_long)).toMatchObject({ ok: true, place: { id: saintMalo.id } })
    // Typed with combining accents: the same text.
    expect(await read('', saintMalo.nom_long.normalize('NFD'))).toMatchObject({ ok: true })
  })

  test('several places of one long name are reported and told apart, the first never taken', async () => {
    const { t, read, departement, pleurtuit } = await archive()
    const twin = await plant(t.db, 'Pleurtuit', departement)
    const choice = await read('', twin.nom_long)
    expect(choice.ok || [squeeze(choice.message), choice.candidates.map(({ nom_long }) => squeeze(nom_long))]).toEqual([
      '2 lieux portent exactement ce nom : choisissez le bon dans la liste.',
      [`${pleurtuit.nom_long} (n° ${pleurtuit.id})`, `${twin.nom_long} (n° ${twin.id})`],
    ])
  })

  test('a part of a name asks to choose, even where one place only fits', async () => {
    const { read, pleurtuit } = await archive()
    expect(await read('', 'pleur')).toEqual({
      ok: false,
      message: 'Choisissez le lieu dans la liste.',
      candidates: [{ id: pleurtuit.id, nom_long: pleurtuit.nom_long }],
    })
  })

  test('without JavaScript a place of the offered list is chosen by its id, the text left as it was typed', async () => {
    const { read, pleurtuit } = await archive()
    expect(await read(pleurtuit.id, 'pleur', 'pleur')).toMatchObject({ ok: true, place: { id: pleurtuit.id } })
  })

  test('a place kept from before does not outlive a text that was shortened since', async () => {
    const { read, pleurtuit } = await archive()
    expect(await read(pleurtuit.id, 'pleur')).toMatchObject({ ok: false, candidates: [{ id: pleurtuit.id }] })
    expect(await read(pleurtuit.id, 'pleurt', 'pleur')).toMatchObject({ ok: false })
  })

  test('an id that the text does not suggest is not taken', async () => {
    const { read, pleurtuit, saintMalo } = await archive()
    const choice = await read(pleurtuit.id, 'malo')
    expect(choice).toMatchObject({ ok: false, candidates: [{ id: saintMalo.id }] })
  })

  test('a text that names nothing says so', async () => {
    const { read } = await archive()
    const choice = await read('', 'Atlantide')
    expect(choice.ok || squeeze(choice.message)).toBe('Aucun lieu ne correspond à « Atlantide ».')
    expect(choice).toMatchObject({ ok: false, candidates: [] })
  })

  test('control characters are refused before they reach a database', async () => {
    const { read } = await archive()
    expect(await read('', 'Pleur\u0000tuit')).toMatchObject({
      ok: false,
      message: 'Ce texte contient un caractère interdit (caractère de contrôle).',
    })
  })

  test('a very long text is refused, not an error', async () => {
    const { read } = await archive()
    expect(await read('', 'z '.repeat(5000))).toMatchObject({ ok: false, candidates: [] })
  })
})
