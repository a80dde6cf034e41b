// Rules that one association gives to another.
import { expect, test } from 'vitest'
import { ORIGIN, testApp } from '../../support/app.ts'
import { moved, renamed, seed, type Viewer, viewsOfRegister } from './viewers.ts'

async function site(viewer: Viewer) {
  const t = await testApp()
  const seeded = await seed(t, viewer, 8)
  const admin = await t.as(t.admin)
  const send = (text: string) => {
    const body = new FormData()
    body.set('_csrf', admin.token())
    body.set('fichier', new File([text], 'regles.csv', { type: 'text/csv' }))
    return admin.request(`${seeded.path}/import`, { method: 'POST', body, headers: { origin: ORIGIN } })
  }
  const patterns = async () => await t.db.selectFrom('depot_liens').select(['modele', 'a']).orderBy('id').execute()
  return { t, admin, send, patterns, ...seeded }
}

/** The change, made on one site. */
async function mended(viewer: Viewer) {
  const one = await site(viewer)
  const { location } = await one.admin.post(`${one.path}/changement`, {
    ...{ ancien_1: viewer.before(1, 2), nouveau_1: viewer.after(1, 2) },
    ...{ ancien_2: viewer.before(2, 3), nouveau_2: viewer.after(2, 3) },
  })
  await one.admin.post(`${location}/appliquer`)
  return { ...one, csv: (await one.admin.get(`${one.path}/export/csv`)).text }
}

test.each([
  ['a rule for all', moved],
  ['names register by register', renamed],
])('%s: given by one site, read by another, given on the same', async (_, viewer) => {
  const { csv } = await mended(viewer)
  expect(csv.split('\r\n')[0]).toBe('ancien;nouveau;registre;nouveau_registre;appliquee_le')
  const other = await site(viewer)
  const answer = await other.send(csv)
  expect([answer.status, answer.location]).toEqual([303, other.path])
  expect((await other.admin.follow(answer)).page.flash).toMatch(/1.règle lue, à voir et à appliquer/)
  const rule = await other.t.db.selectFrom('depot_regles').select(['id', 'etat']).executeTakeFirstOrThrow()
  expect(rule.etat).toBe('preparee')
  expect((await other.admin.get(`${other.path}/regles/${rule.id}`)).page.text).toMatch(/à essayer/)
  await other.admin.post(`${other.path}/regles/${rule.id}/appliquer`)
  const shown = (await other.admin.get(`/sources/${other.ids[1]}/vues/2`)).page.one('a[target="registre"]')
  expect(shown.getAttribute('href')).toBe(viewer.after(1, 2))
  expect((await other.admin.get(`${other.path}/export/csv`)).text).toBe(csv)
  expect(other.t.failures).toEqual([])
})

test.each<[string, string, RegExp]>([
  ['nothing', '', /Choisissez un fichier/],
  ['another list', 'nom;prenom\r\nMartin;Jean\r\n', /n’a pas les colonnes/],
  ['its header alone', 'ancien;nouveau;registre;nouveau_registre\r\n', /aucune règle/],
  [
    'a name with a sign that no database keeps',
    `ancien;nouveau;registre;nouveau_registre\r\n${renamed.modele};${renamed.modele}?a;${renamed.ark(1)};x\0\r\n`,
    /Ligne 2.+ne s’écrit pas/,
  ],
  [
    'more places than any platform has',
    `ancien;nouveau;registre;nouveau_registre\r\n${moved.modele};https://a.fr/{ark}/${'{vue}'.repeat(9)};;\r\n`,
    /Ligne 2.+nouveau modèle/,
  ],
  ['no address', 'ancien;nouveau;registre;nouveau_registre\r\nici;là;;\r\n', /Ligne 2.+ancien modèle/],
  [
    'a script',
    `ancien;nouveau;registre;nouveau_registre\r\n${moved.modele};javascript:alert(1);;\r\n`,
    /Ligne 2.+nouveau modèle/,
  ],
  [
    'a place that means nothing',
    `ancien;nouveau;registre;nouveau_registre\r\n${moved.modele};https://x.exemple.fr/{cote};;\r\n`,
    /Ligne 2.+nouveau modèle/,
  ],
  [
    'half a register',
    `ancien;nouveau;registre;nouveau_registre\r\n${moved.modele};https://x.exemple.fr/{ark};a;\r\n`,
    /Ligne 2.+il manque/,
  ],
  [
    'a register twice',
    `ancien;nouveau;registre;nouveau_registre\r\n${moved.modele};https://x.exemple.fr/{ark};a;b\r\n${moved.modele};https://x.exemple.fr/{ark};a;c\r\n`,
    /Ligne 3.+déjà un autre/,
  ],
  [
    'rules of other archives',
    'ancien;nouveau;registre;nouveau_registre\r\nhttps://y.exemple.fr/{ark}/{vue};https://x.exemple.fr/{ark}/{vue};;\r\n',
    /Aucune règle de ce fichier ne concerne/,
  ],
])('a file with %s is refused beside its field, and nothing is kept', async (_, text, words) => {
  const { t, send } = await site(moved)
  const { status, page } = await send(text)
  expect([status, page.one('#fichier-erreur').textContent]).toEqual([422, expect.stringMatching(words)])
  expect(await t.db.selectFrom('depot_regles').select('id').execute()).toEqual([])
  expect(t.failures).toEqual([])
})

test('registers that this site has not are left out', async () => {
  const { send, t } = await site(renamed)
  const lines = [1, 500].map((n) => `${renamed.modele};https://x.exemple.fr/{ark}/{vue};${renamed.ark(n)};R${n}`)
  await send(['ancien;nouveau;registre;nouveau_registre', ...lines, ''].join('\r\n'))
  const kept = await t.db.selectFrom('depot_regle_registres').select(['ark', 'nouvel_ark']).execute()
  expect([kept, viewsOfRegister(1).length > 0]).toEqual([[{ ark: renamed.ark(1), nouvel_ark: 'R1' }], true])
})
