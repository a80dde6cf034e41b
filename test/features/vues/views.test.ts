import { expect, test } from 'vitest'
import { extentOf, showingOf, viewAt, viewsOf } from '../../../src/features/vues/queries/views.ts'
import { addressOf } from '../../../src/features/vues/rules/address.ts'
import { pictureOf } from '../../../src/features/vues/rules/pictures.ts'
import { testApp } from '../../support/app.ts'

const NO_VIEW = {
  libelle: null,
  ark: null,
  ark_vue: null,
  lien_id: null,
  adresse: null,
  iiif_base: null,
  image_id: null,
}
const HASH = 'ab'.repeat(32)

async function register() {
  const t = await testApp()
  const { id: depot_id } = await t.db
    .insertInto('depots')
    .values({ nom: 'AD 29', nom_key: 'ad 29', diffusion: 'membres', hotes_images: 'iiif.exemple.fr\nlocalhost:8182' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const source = await t.make.source({ depot: { id: depot_id } })
  const modele = 'https://archives.exemple.fr/{ark}/daogrp/0/{vue}'
  const lien = await t.db
    .insertInto('depot_liens')
    .values({ depot_id, modele })
    .returning('id')
    .executeTakeFirstOrThrow()
  const image = await t.db
    .insertInto('images')
    .values({
      sha256: HASH,
      sha256_recu: HASH,
      format: 'jpeg',
      octets: 9,
      largeur: 4000,
      hauteur: 3000,
      created_at: 'x',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = (numero: number) => ({ ...NO_VIEW, source_id: source.id, numero })
  await t.db
    .insertInto('source_vues')
    .values([
      { ...row(3), adresse: 'https://ailleurs.exemple.fr/acte' },
      { ...row(2), iiif_base: 'http://localhost:8182/iiif/2/p2', largeur: 800, hauteur: 600 },
      { ...row(1), ark: 'ark:/12345/vta9', lien_id: lien.id },
      { ...row(4), image_id: image.id },
    ])
    .execute()
  return { t, source }
}

test('views stand in order, each with the address that its pattern, or itself, says', async () => {
  const { t, source } = await register()
  const views = await viewsOf(t.db, source.id)
  expect(views.map(({ numero, adresse, largeur }) => [numero, adresse, largeur])).toEqual([
    [1, 'https://archives.exemple.fr/ark:/12345/vta9/daogrp/0/1', null],
    [2, null, 800],
    [3, 'https://ailleurs.exemple.fr/acte', null],
    [4, null, 4000],
  ])
  expect((await viewsOf(t.db, source.id, { from: 2, limit: 2 })).map(({ numero }) => numero)).toEqual([2, 3])
  expect(await viewAt(t.db, source.id, 9)).toBeUndefined()
  expect(await extentOf(t.db, source.id)).toEqual({ vues: 4, premiere: 1, derniere: 4, decalage: 0 })
  expect(await extentOf(t.db, (await t.make.source()).id)).toBeUndefined()
})

test('pictures are shown from ourselves and from hosts that were allowed, and nowhere else', async () => {
  const { t, source } = await register()
  const showing = await showingOf(t.db, source.id)
  const views = await viewsOf(t.db, source.id)
  const pictures = (allowed: Partial<typeof showing>) =>
    views.map((view) => pictureOf(source.id, view, 'lisible', { ...showing, ...allowed }))
  const own = `/sources/${source.id}/vues/4/image?taille=2000&v=${'ab'.repeat(8)}`
  const iiif = 'http://localhost:8182/iiif/2/p2/full/!2000,2000/0/default.jpg'
  expect(pictures({})).toEqual([null, iiif, null, own])
  expect(pictures({ diffusion: 'lien' })).toEqual([null, null, null, own])
  expect(pictures({ hotes_images: 'localhost\nexemple.fr' })).toEqual([null, null, null, own])
})

test('a pattern that asks for what a view has not makes no address', () => {
  const view = { ark: 'ark:/1/a', ark_vue: 'f7', numero: 12 }
  expect(addressOf('https://a.fr/{ark}/{ark_vue}', view)).toBe('https://a.fr/ark:/1/a/f7')
  expect(addressOf('https://a.fr/{ark}/{ark_vue}', { ...view, ark_vue: null })).toBeNull()
  expect(addressOf('https://a.fr/{vue}', { ...view, ark_vue: null })).toBe('https://a.fr/12')
})
