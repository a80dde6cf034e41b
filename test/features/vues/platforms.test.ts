import { expect, test } from 'vitest'
import { addressOf } from '../../../src/features/vues/rules/address.ts'
import { arkApart, recognise } from '../../../src/features/vues/rules/platforms.ts'

/** Each link with what is kept of it: platform, pattern, ark and view. */
const LINKS: [link: string, platform: string, modele: string, ark: string | null, vue: string | null][] = [
  [
    'https://recherche.archives.finistere.fr/ark:/41057/vta55f7bbcae7b3b/daogrp/0/50',
    ...([
      'Ligeo',
      'https://recherche.archives.finistere.fr/{ark}/daogrp/0/{vue}',
      'ark:/41057/vta55f7bbcae7b3b',
      '50',
    ] as const),
  ],
  [
    'https://archivesenligne.yonne-archives.fr/ark:/56431/vta527b4e5a1cde2/daoloc/0/12?id=a&center=1,2',
    ...([
      'Ligeo',
      'https://archivesenligne.yonne-archives.fr/{ark}/daoloc/0/{vue}',
      'ark:/56431/vta527b4e5a1cde2',
      '12',
    ] as const),
  ],
  [
    'https://archives.exemple.fr/ark%3A/12345/vta1/dao/0/1/layout:table',
    ...(['Ligeo', 'https://archives.exemple.fr/{ark}/dao/0/{vue}', 'ark:/12345/vta1', '1'] as const),
  ],
  [
    'https://archives.exemple.fr/ark:/12345/vta1/daogrp/0',
    ...(['Ligeo', 'https://archives.exemple.fr/{ark}/daogrp/0/{vue}', 'ark:/12345/vta1', null] as const),
  ],
  [
    'https://memoirevive.besancon.fr/ark:/48565/a011567890123abcdef/1/1',
    ...(['Mnesys', 'https://memoirevive.besancon.fr/{ark}/1/{vue}', 'ark:/48565/a011567890123abcdef', '1'] as const),
  ],
  [
    'https://archives.lille.fr/ark:/74900/a0114abc/2943c3e63d',
    ...(['Mnesys', 'https://archives.lille.fr/{ark}/{ark_vue}', 'ark:/74900/a0114abc', '2943c3e63d'] as const),
  ],
  [
    'https://archivesenligne.pasdecalais.fr/ark:/64297/0a1b2c3d4e5f60718293a4b5c6d7e8f9',
    ...([
      'ARK',
      'https://archivesenligne.pasdecalais.fr/{ark}',
      'ark:/64297/0a1b2c3d4e5f60718293a4b5c6d7e8f9',
      null,
    ] as const),
  ],
  [
    'http://www.archinoe.fr/cg49_v4/visualiseur/registre.html?id=490006288',
    ...(['Archinoë', 'http://www.archinoe.fr/cg49_v4/visualiseur/registre.html?id={ark}', '490006288', null] as const),
  ],
  [
    'https://gaia.orne.fr/mdr/index.php/docnumViewer/calculHierarchieDocNum/388481/1057:388469:388481/768/1366',
    ...([
      'THOT',
      'https://gaia.orne.fr/mdr/index.php/docnumViewer/calculHierarchieDocNum/388481/1057:388469:388481/768/1366',
      null,
      null,
    ] as const),
  ],
  [
    'https://gallica.bnf.fr/ark:/12148/btv1b53066720z/f11.item.zoom',
    ...(['Gallica', 'https://gallica.bnf.fr/{ark}/f{vue}.item', 'ark:/12148/btv1b53066720z', '11'] as const),
  ],
  [
    'https://gallica.bnf.fr/ark:/12148/bpt6k1234567.image',
    ...(['Gallica', 'https://gallica.bnf.fr/{ark}/f{vue}.item', 'ark:/12148/bpt6k1234567', null] as const),
  ],
  [
    'https://archives67.alsace.eu/ark:/46416/vta0c1d2e3f',
    ...(['ARK', 'https://archives67.alsace.eu/{ark}', 'ark:/46416/vta0c1d2e3f', null] as const),
  ],
  [
    'https://www.familysearch.org/ark:/61903/3:1:S3HT-6QS7-VZ3?i=7&cat=123',
    ...([
      'FamilySearch',
      'https://www.familysearch.org/ark:/61903/3:1:S3HT-6QS7-VZ3?i=7&cat=123',
      'ark:/61903/3:1:S3HT-6QS7-VZ3',
      null,
    ] as const),
  ],
  [
    'https://www.geneanet.org/registres/view/32152/75',
    ...(['Geneanet', 'https://www.geneanet.org/registres/view/{ark}/{vue}', '32152', '75'] as const),
  ],
]

test.each(LINKS)('%s', (link, platform, modele, ark, vue) => {
  expect(recognise(link)).toMatchObject({ platform, modele, ark, vue })
})

test.each(LINKS.filter(([, , , , vue]) => vue !== null))(
  'what is kept of it gives the address of that view again: %s',
  (link, _, modele, ark, vue) => {
    const stem = link
      .replace('%3A', ':')
      .replace(/[?].*$/, '')
      .replace(/\/layout.*|\.zoom$/, '')
    expect(addressOf(modele, { ark, ark_vue: vue, numero: 1 })).toBe(stem)
  },
)

test.each([
  'https://www.pasdecalais.fr/arkotheque/visionneuse/visionneuse.php?arko=YToxMDp7',
  'https://archives.exemple.fr/arkotheque/client/ad/_recherche/images.php?SID=a1b2c3',
])('an address that dies with the visit is no link: %s', (link) => {
  expect(recognise(link)).toMatchObject({ problem: expect.stringContaining('permalien') })
})

test.each([
  'https://www.exemple.fr/',
  'https://archives.exemple.fr/registre/12',
  'https://www.exemple.fr/recherche?url=https://archives.exemple.fr/ark:/12345/vta1/daogrp/0/5',
  'https://forum.exemple.fr/ark/12345/vta1',
  'https://archives.exemple.fr/ark:/12345',
  'https://archives.exemple.fr/visualiseur/registre.html?id=abc',
  'https://gallica.bnf.fr/services/engine/search',
  'https://www.geneanet.org/fonds/individus/?nom=martin',
  'ftp://archives.exemple.fr/ark:/12345/vta1/daogrp/0/5',
  'registre 12, vue 5',
])('no platform is seen in %s', (link) => {
  expect(recognise(link)).toBeUndefined()
})

test('a pattern that somebody typed has its ark apart', () => {
  const typed = 'https://a.fr/x/ark:/12345/vta1/daogrp/0/{vue}'
  expect(arkApart(typed)).toEqual({ modele: 'https://a.fr/x/{ark}/daogrp/0/{vue}', ark: 'ark:/12345/vta1' })
  expect(arkApart('https://a.fr/{vue}')).toEqual({ modele: 'https://a.fr/{vue}', ark: null })
  expect(arkApart('https://a.fr/?u=/ark:/12345/vta1/{vue}').ark).toBeNull()
})
