// Examples that are wrong, links that were typed wrong, and changes that cannot be taken back.
import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { moved, padded, renamed, seed, type Viewer, viewsOfRegister } from './viewers.ts'

async function depotOf(viewer: Viewer, registers = 12) {
  const t = await testApp()
  const seeded = await seed(t, viewer, registers)
  const admin = await t.as(t.admin)
  const rules = () => t.db.selectFrom('depot_regles').select(['etat', 'ancien', 'nouveau', 'par_registre']).execute()
  const change = (fields: Record<string, string>) => admin.post(`${seeded.path}/changement`, fields)
  return { t, admin, rules, change, ...seeded }
}

/** Register 1 has the views from 2 on, register 2 from 3 on, register 4 from 2 on. */
const RIGHT = {
  ancien_1: moved.before(1, 2),
  nouveau_1: moved.after(1, 2),
  ancien_2: moved.before(2, 3),
  nouveau_2: moved.after(2, 3),
}

test.each<[string, Record<string, string>, string, RegExp]>([
  ['nothing', {}, 'ancien_1', /Collez l’ancien lien/],
  ['one example', { ancien_2: '', nouveau_2: '' }, 'ancien_2', /Collez l’ancien lien/],
  ['no new link', { nouveau_2: '' }, 'nouveau_2', /Collez le nouveau lien/],
  ['words', { nouveau_2: 'visionneuse' }, 'nouveau_2', /adresse complète/],
  ['a script', { nouveau_1: 'javascript:alert(1)' }, 'nouveau_1', /adresse complète/],
  ['a password', { nouveau_1: 'https://moi:x@lande.exemple.fr/1' }, 'nouveau_1', /mot de passe/],
  ['a sign that no database keeps', { ancien_1: 'https://a.fr/\0' }, 'ancien_1', /ne s’écrit pas/],
  ['a pattern', { nouveau_1: `https://lande.exemple.fr/{ark}/2` }, 'nouveau_1', /accolades/],
  ['a visit that ends', { nouveau_1: 'https://x.exemple.fr/v?SID=abcd' }, 'nouveau_1', /permalien/],
  ['the old link again', { nouveau_2: moved.before(2, 3) }, 'nouveau_2', /encore l’ancienne/],
  ['a link that the site has not', { ancien_2: moved.before(900, 3) }, 'ancien_2', /Aucun lien de ce dépôt/],
  ['a view that the register has not', { ancien_2: moved.before(2, 99) }, 'ancien_2', /Aucun lien de ce dépôt/],
  [
    'twice the same register',
    { ancien_2: moved.before(1, 3), nouveau_2: moved.after(1, 3) },
    'ancien_2',
    /tous du même registre/,
  ],
  [
    'twice the same view',
    { ancien_2: moved.before(4, 2), nouveau_2: moved.after(4, 2) },
    'ancien_2',
    /tous de la vue 2/,
  ],
  ['another register', { nouveau_2: moved.after(5, 3) }, 'nouveau_2', /celui-ci non/],
  ['another view', { nouveau_2: moved.after(2, 3).replace('f3.', 'f3bis.') }, 'nouveau_2', /ne se ressemblent pas/],
  ['lines of one link', { lignes: moved.before(1, 2) }, 'lignes', /deux liens par ligne/],
])('%s: refused beside its field, what was typed kept, nothing stored', async (what, change, field, words) => {
  const { change: send, rules, t } = await depotOf(moved)
  const typed = what === 'nothing' ? {} : { ...RIGHT, ...change }
  const { status, page } = await send(typed)
  expect(status).toBe(422)
  expect(page.one(`#${field}-erreur`).textContent).toMatch(words)
  for (const [name, value] of Object.entries(typed)) expect(page.value(name)).toBe(value)
  expect([await rules(), t.failures]).toEqual([[], []])
})

test('of three examples the one that contradicts the others is told', async () => {
  const { change, rules } = await depotOf(moved)
  const third = { ancien_3: moved.before(4, 3), nouveau_3: moved.after(4, 4) }
  const { page } = await change({ ...RIGHT, ...third })
  expect(page.one('#nouveau_3-erreur').textContent).toMatch(/ne suit pas la règle/)
  expect(await rules()).toEqual([])
})

test('examples are taken as lines too', async () => {
  const { change, rules } = await depotOf(moved)
  const lignes = [1, 2].map((n) => `${moved.before(n, n + 1)} -> ${moved.after(n, n + 1)}`).join('\r\n')
  expect((await change({ lignes })).status).toBe(303)
  const nouveau = 'https://numerique.lande.exemple.fr/visu/{ark}/f{vue}.item?mode=plein'
  expect(await rules()).toEqual([{ etat: 'preparee', ancien: moved.modele, nouveau, par_registre: false }])
})

test('new links without the number of the view say nothing of other views', async () => {
  const { change } = await depotOf(renamed)
  const bare = (n: number) => `https://marais.exemple.fr/viewer/${n * 31 + 5}`
  const { page } = await change({
    ...{ ancien_1: renamed.before(1, 2), nouveau_1: bare(1) },
    ...{ ancien_2: renamed.before(2, 3), nouveau_2: bare(2) },
  })
  expect(page.one('#nouveau_2-erreur').textContent).toMatch(/numéro de la vue n’est pas dans/)
})

async function prepared() {
  const site = await depotOf(renamed)
  const { location } = await site.change({
    ...{ ancien_1: renamed.before(1, 2), nouveau_1: renamed.after(1, 2) },
    ...{ ancien_2: renamed.before(2, 3), nouveau_2: renamed.after(2, 3) },
  })
  const answers = () => site.t.db.selectFrom('depot_regle_registres').select(['ark', 'nouvel_ark']).execute()
  return { ...site, rule: location ?? '', answers }
}

const typedFor = (n: number, at: number, lien: string) => ({ [`ark_${at}`]: renamed.ark(n), [`lien_${at}`]: lien })
const firstView = (n: number): number => viewsOfRegister(n)[0] ?? 0

test('on a page of registers wrong links are told beside their fields, the others are kept', async () => {
  const { admin, rule, answers } = await prepared()
  const right = renamed.after(3, firstView(3))
  const { status, page } = await admin.post(`${rule}/registres`, {
    ...typedFor(0, 0, 'le registre zéro'),
    ...typedFor(3, 1, right),
    ...typedFor(4, 2, renamed.after(4, firstView(4) + 1)),
    ...typedFor(5, 3, renamed.after(1, firstView(5))),
    ...typedFor(6, 4, 'https://marais.exemple.fr/autre?registre=7&page=1'),
    ...typedFor(7, 5, ''),
  })
  expect(status).toBe(422)
  const told = [0, 2, 3, 4].map((n) => page.one(`#lien_${n}-erreur`).textContent)
  expect(told).toEqual([
    expect.stringMatching(/adresse complète/),
    expect.stringMatching(/ouvre la vue 3\. Collez celui de la vue 2/),
    expect.stringMatching(/déjà celui d’un autre registre.+Registre 1/),
    expect.stringMatching(/pas la forme des exemples/),
  ])
  expect(page.all('input').map((one) => one.getAttribute('value'))).toEqual(
    expect.arrayContaining(['le registre zéro', right, renamed.after(4, firstView(4) + 1)]),
  )
  expect((await answers()).map(({ ark }) => ark).sort()).toEqual([1, 2, 3].map(renamed.ark))
})

test('what is known is applied, what is left waits in a rule that goes on', async () => {
  const { t, admin, rule, rules, path } = await prepared()
  await admin.post(`${rule}/appliquer`)
  expect((await rules()).map(({ etat }) => etat)).toEqual(['appliquee', 'preparee'])
  const views = await t.db.selectFrom('source_vues').select('ark').distinct().orderBy('ark').execute()
  expect(views.filter(({ ark }) => Number(ark) >= 700_000)).toHaveLength(2)
  const { page } = await admin.get(path)
  expect(page.text).toMatch(/registre par registre.*à appliquer/)
  expect((await admin.post(`${rule}/registres`, typedFor(3, 0, renamed.after(3, 1)))).status).toBe(409)
  expect((await admin.post(`${rule}/appliquer`)).status).toBe(409)
})

async function applied() {
  const site = await depotOf(moved)
  const { location } = await site.change(RIGHT)
  await site.admin.post(`${location}/appliquer`)
  const pattern = async () =>
    (await site.t.db.selectFrom('depot_liens').select('modele').where('a', 'is', null).execute()).map(
      ({ modele }) => modele,
    )
  return { ...site, rule: location ?? '', pattern }
}

test('a change is not taken back where views came since, nor twice', async () => {
  const { t, admin, rule, pattern, ids, lien } = await applied()
  const [{ id = 0 } = {}] = await t.db.selectFrom('depot_liens').select('id').where('a', 'is', null).execute()
  expect(id).toBe(lien.id)
  const row = await t.db.selectFrom('source_vues').selectAll().limit(1).executeTakeFirstOrThrow()
  await t.db
    .insertInto('source_vues')
    .values({ ...row, source_id: ids[0] ?? 0, numero: 99 })
    .execute()
  const refused = await admin.post(`${rule}/annuler`)
  expect([refused.status, refused.page.text]).toEqual([409, expect.stringMatching(/ajoutées ou retirées depuis/)])
  await t.db.deleteFrom('source_vues').where('numero', '=', 99).execute()
  expect((await admin.post(`${rule}/annuler`)).status).toBe(303)
  expect(await pattern()).toEqual([moved.modele])
  expect((await admin.post(`${rule}/annuler`)).status).toBe(409)
})

test('a change is not taken back under another one, which goes first', async () => {
  const { admin, change, rule, pattern } = await applied()
  const next = (n: number, vue: number) => moved.after(n, vue).replace('/visu/', '/v2/')
  const { location } = await change({
    ...{ ancien_1: moved.after(1, 2), nouveau_1: next(1, 2) },
    ...{ ancien_2: moved.after(2, 3), nouveau_2: next(2, 3) },
  })
  await admin.post(`${location}/appliquer`)
  expect((await admin.post(`${rule}/annuler`)).page.text).toContain('annulez-la d’abord')
  for (const one of [location, rule]) expect((await admin.post(`${one}/annuler`)).status).toBe(303)
  expect(await pattern()).toEqual([moved.modele])
})

test('a rule that would lead two registers to one address is refused', async () => {
  const { t, change, ids, lien } = await depotOf(padded)
  const ark = padded.ark(1).replace('60370', '99999')
  await t.db
    .updateTable('source_vues')
    .set({ ark })
    .where('source_id', '=', ids[7] ?? 0)
    .where('lien_id', '=', lien.id)
    .execute()
  const { status, page } = await change({
    ...{ ancien_1: padded.before(1, 2), nouveau_1: padded.after(1, 2) },
    ...{ ancien_2: padded.before(2, 3), nouveau_2: padded.after(2, 3) },
  })
  expect([status, page.one('.erreurs').textContent]).toEqual([422, expect.stringMatching(/ne distinguerait plus/)])
})

test('a rule is given up before it is applied, not after', async () => {
  const { admin, change, rules } = await depotOf(moved)
  const { location } = await change(RIGHT)
  expect((await admin.post(`${location}/abandonner`)).status).toBe(303)
  expect([await rules(), (await admin.get(location ?? '')).status]).toEqual([[], 404])
  const again = (await change(RIGHT)).location ?? ''
  await admin.post(`${again}/appliquer`)
  expect((await admin.post(`${again}/abandonner`)).status).toBe(409)
})
