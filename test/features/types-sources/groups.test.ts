// Groups of a source type in its designer: made, changed, copied, moved and deleted, and the fields that stand in them.
import { expect, test } from 'vitest'
import type { GroupRole } from '../../../src/db/schema-persons.ts'
import { champsOf, findGroup, typeGroups } from '../../../src/features/types-sources/queries.ts'
import { numberedLabel, numberedNom } from '../../../src/features/types-sources/rules/groups.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import type { Page } from '../../support/html.ts'

/** A type without fields, and what its designer's page does. */
async function designer(t: TestApp) {
  const type = await t.make.typeSource({ champs: [] })
  const admin = await t.as(t.admin)
  const base = `/admin/types-sources/${type.id}`
  const idOf = ({ location }: { location: string | null }) => Number(location?.split('-').at(-1))
  return {
    ...{ type, admin, base },
    async group(libelle: string, role: GroupRole | '' = '', de: number | '' = '') {
      return idOf(await admin.post(`${base}/groupes`, { libelle, role, de }))
    },
    async champ(label: string, more: Record<string, string | number> = {}) {
      return idOf(await admin.post(`${base}/champs`, { label, type: 'text', ...more }))
    },
    champs: () => champsOf(t.db, type.id),
    groups: () => typeGroups(t.db, type.id),
    /** « Époux: nom age » of each group that has fields, in the order of the forms. */
    async shape() {
      const shown: string[] = []
      for (const { nom, groupe } of await champsOf(t.db, type.id)) {
        const start = `${groupe?.libelle}:`
        if (shown.at(-1)?.startsWith(start)) shown.push(`${shown.pop()} ${nom}`)
        else shown.push(`${start} ${nom}`)
      }
      return shown
    },
  }
}

/** A groom with two parts, his father, two witnesses. */
async function wedding(t: TestApp) {
  const d = await designer(t)
  const epoux = await d.group('Époux', 'principal')
  const pere = await d.group('Père de l’époux', 'pere', epoux)
  const temoins = [await d.group('Témoin 1', 'temoin'), await d.group('Témoin 2', 'temoin')]
  await d.champ('Nom', { groupe: epoux, partie: 'nom' })
  await d.champ('Âge', { groupe: epoux, partie: 'age' })
  await d.champ('Nom du père', { nom: 'nom_pere', groupe: pere, partie: 'nom' })
  await d.champ('Nom témoin 1', { nom: 'nom_temoin_1', groupe: temoins[0] ?? 0, partie: 'nom' })
  await d.champ('Nom témoin 2', { nom: 'nom_temoin_2', groupe: temoins[1] ?? 0, partie: 'nom' })
  return { ...d, epoux, pere, temoins }
}

/** Ids of the entries that say so. */
const lostParts = (page: Page) =>
  page
    .all('.champs > li')
    .filter((one) => one.querySelector('[data-sans-partie]'))
    .map(({ id }) => id)

test('names and labels of a copy carry its number', () => {
  expect([numberedNom('nom_temoin_4', 5), numberedNom('nom', 2)]).toEqual(['nom_temoin_5', 'nom_2'])
  expect(numberedNom('x'.repeat(40), 12)).toBe(`${'x'.repeat(36)}_12`)
  expect([numberedLabel('Témoin 4', 5), numberedLabel('Père', 2)]).toEqual(['Témoin 5', 'Père 2'])
  expect(numberedLabel('x'.repeat(120), 2)).toHaveLength(118)
})

test('the page shows the fields by group, each with its role in words, those without fields last', async () => {
  const t = await testApp()
  const { admin, base, group } = await wedding(t)
  await group('Bénédiction')
  const { page } = await admin.get(`${base}/champs`)
  expect(page.all('.groupes > section h2').map((h) => h.textContent)).toEqual([
    ...['Époux', 'Père de l’époux', 'Témoin 1', 'Témoin 2', 'Bénédiction'],
  ])
  const roles = page.all('.groupe-tete .aide').map((p) => p.textContent)
  expect(roles).toEqual(['personne principale', 'père de Époux', 'témoin', 'témoin', 'rubrique · aucun champ'])
  expect(page.all('input[name=groupes]')).toHaveLength(5)
  expect(page.all('#apercu legend').map((one) => one.textContent)).toEqual([
    ...['Formulaire de saisie, à regarder seulement', 'Époux', 'Père de l’époux', 'Témoin 1'],
  ])
  expect(page.all('#apercu details > summary').map((one) => one.textContent)).toEqual(['Témoin 2'])
  const ids = page.all('[id]').map((node) => node.getAttribute('id'))
  expect(new Set(ids).size).toBe(ids.length)
})

test('a group is added once for a double click, and what is wrong stands beside its field', async () => {
  const t = await testApp()
  const { admin, base, groups, epoux } = await wedding(t)
  const before = await groups()
  const other = await designer(t)
  const foreign = await other.group('Enfant', 'principal')
  const heading = await other.group('Repères')
  const wrong: [Record<string, string | number>, string, string][] = [
    [{ libelle: ' ' }, 'libelle', 'Indiquez le libellé du groupe.'],
    [{ libelle: 'x'.repeat(121) }, 'libelle', '120 caractères au plus'],
    [{ libelle: 'EPOUX' }, 'libelle', 'Un groupe de ce libellé existe déjà'],
    [{ libelle: 'Mère', role: 'tante' }, 'role', 'Choisissez un rôle de la liste.'],
    [{ libelle: 'Mère', role: 'mere', de: foreign }, 'de', 'Choisissez une personne de ce type de source.'],
    [{ libelle: 'Mère', role: 'mere', de: heading }, 'de', 'Choisissez une personne de ce type de source.'],
    [{ libelle: 'Mère', role: 'mere', de: 'x' }, 'de', 'Choisissez une valeur dans la liste.'],
    [{ libelle: 'Mère', role: '', de: epoux }, 'de', 'Une rubrique n’est de personne'],
  ]
  for (const [fields, name, message] of wrong) {
    const res = await admin.post(`${base}/groupes`, fields)
    expect([res.status, res.page.one(`#groupe-${name}-erreur`).textContent], message).toEqual([
      422,
      expect.stringContaining(message),
    ])
    expect(res.page.one('#groupe-libelle').getAttribute('value')).toBe(fields.libelle)
  }
  expect(await groups()).toEqual(before)
  const fields = { libelle: 'Mère', role: 'mere', de: epoux, _envoi: 'un' }
  const answers = await Promise.all([1, 2].map(() => admin.post(`${base}/groupes`, fields)))
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  expect((await groups()).slice(before.length)).toMatchObject([{ libelle: 'Mère', role: 'mere', de: epoux }])
  expect(t.failures).toEqual([])
})

test('a group is changed; of two changes the second is told; nobody is their own kin', async () => {
  const t = await testApp()
  const { admin, base, type, epoux, pere } = await wedding(t)
  const edit = (id: number, fields: Record<string, string | number>) => admin.post(`${base}/groupes/${id}`, fields)
  const { page } = await admin.get(`${base}/groupes/${pere}/modifier`)
  expect([page.value('libelle'), page.value('version')]).toEqual(['Père de l’époux', '1'])
  expect((await edit(pere, { libelle: 'Père', role: 'pere', de: epoux, version: 1 })).status).toBe(303)
  const late = await edit(pere, { libelle: 'Papa', role: 'pere', de: epoux, version: 1 })
  expect([late.status, late.page.value('libelle'), late.page.value('version')]).toEqual([409, 'Papa', '2'])
  const wrong: [number, Record<string, string | number>, string, string][] = [
    [pere, { libelle: 'Père', role: 'pere', de: pere, version: 2 }, 'de', 'n’est pas son propre parent'],
    [epoux, { libelle: 'Époux', role: 'principal', de: pere, version: 1 }, 'de', 'tourneraient en rond'],
    [epoux, { libelle: 'Époux', role: '', version: 1 }, 'role', '« Père » en dépend'],
  ]
  for (const [id, fields, name, message] of wrong) {
    const res = await edit(id, fields)
    expect([res.status, res.page.error(name)], message).toEqual([422, expect.stringContaining(message)])
  }
  expect(await findGroup(t.db, type.id, pere)).toMatchObject({ libelle: 'Père', de: epoux, version: 2 })
  expect(t.failures).toEqual([])
})

test('a witness more: the group is copied with its fields behind the last of its series, under free names', async () => {
  const t = await testApp()
  const { admin, base, shape, champs, groups, temoins, epoux, group } = await wedding(t)
  const copy = (id: number | undefined) => admin.post(`${base}/groupes/${id}/copier`, { _envoi: 'un' })
  const answers = await Promise.all([copy(temoins[0]), copy(temoins[0])])
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  expect((await shape()).slice(2)).toEqual([
    ...['Témoin 1: nom_temoin_1', 'Témoin 2: nom_temoin_2', 'Témoin 3: nom_temoin_3'],
  ])
  expect((await champs()).at(-1)).toMatchObject({ label: 'Nom témoin 3', partie: 'nom', groupe: { role: 'temoin' } })
  await copy(epoux)
  expect((await shape()).slice(0, 2)).toEqual(['Époux: nom age', 'Époux 2: nom_2 age_2'])
  expect((await groups()).find(({ libelle }) => libelle === 'Époux 2')).toMatchObject({ role: 'principal', de: null })
  await copy(await group('Vide'))
  expect((await groups()).at(-1)).toMatchObject({ libelle: 'Vide 2' })
  expect(t.failures).toEqual([])
})

test('a copy takes no name under which records still hold values', async () => {
  const t = await testApp()
  const { admin, base, type, shape, temoins } = await wedding(t)
  const source = await t.make.source({ type })
  await t.make.releve(source, { nom: 'Martin', nom_temoin_3: 'Riou' })
  await admin.post(`${base}/groupes/${temoins[1]}/copier`)
  expect((await shape()).at(-1)).toBe('Témoin 4: nom_temoin_4')
})

test('a group is deleted when no field stands in it', async () => {
  const t = await testApp()
  const { admin, base, groups, epoux, group } = await wedding(t)
  const empty = await group('Vide')
  const asked = await admin.get(`${base}/groupes/${epoux}/supprimer`)
  expect(asked.page.text).toContain('Le groupe « Époux » a 2 champs : déplacez-les d’abord dans un autre groupe.')
  expect(asked.page.has('form[action$="/supprimer"]')).toBe(false)
  expect((await admin.post(`${base}/groupes/${epoux}/supprimer`)).status).toBe(409)
  expect((await admin.get(`${base}/groupes/${empty}/supprimer`)).page.has('form[action$="/supprimer"]')).toBe(true)
  expect((await admin.post(`${base}/groupes/${empty}/supprimer`)).status).toBe(303)
  expect((await groups()).map(({ libelle }) => libelle)).toEqual(['Époux', 'Père de l’époux', 'Témoin 1', 'Témoin 2'])
})

test('a group moves with all its fields, and stays at the ends', async () => {
  const t = await testApp()
  const { admin, base, shape, epoux, pere, champ, group, groups } = await wedding(t)
  const move = (id: number, way: string) => admin.post(`${base}/groupes/${id}/${way}`)
  await move(epoux, 'descendre')
  expect((await shape()).slice(0, 2)).toEqual(['Père de l’époux: nom_pere', 'Époux: nom age'])
  await move(pere, 'monter')
  expect((await shape())[0]).toBe('Père de l’époux: nom_pere')
  const [vide, autre] = [await group('Vide'), await group('Autre vide')]
  await move(vide, 'monter')
  await move(autre, 'monter')
  expect((await groups()).slice(-2).map(({ id }) => id)).toEqual([autre, vide])
  await champ('Bans', { groupe: vide })
  expect((await shape()).at(-1)).toBe('Vide: bans')
})

test('the form of a field asks its group and part, and refuses a foreign group or a part that is said', async () => {
  const t = await testApp()
  const { admin, base, champs, epoux, temoins, group } = await wedding(t)
  const foreign = await (await designer(t)).group('Ailleurs')
  const { page } = await admin.get(`${base}/champs`)
  expect(page.one('#groupe option[selected]').getAttribute('value')).toBe(String(temoins[1]))
  expect(page.all('#partie option').map((one) => one.textContent)).toEqual([
    ...['Aucune', 'Nom', 'Prénoms', 'Nom complet', 'Sexe', 'Âge', 'Date de naissance', 'Lieu de naissance', 'Origine'],
    ...['Domicile', 'Profession', 'Décédé', 'Commentaire'],
  ])
  const wrong: [Record<string, string | number>, string, string][] = [
    [{ groupe: foreign }, 'groupe', 'Choisissez un groupe de ce type de source.'],
    [{ groupe: epoux, partie: 'age' }, 'partie', 'dit déjà cela dans ce groupe'],
    [{ groupe: epoux, partie: 'couleur' }, 'partie', 'Choisissez une valeur dans la liste.'],
  ]
  const before = await champs()
  const [, age] = before
  for (const [fields, name, message] of wrong) {
    const res = await admin.post(`${base}/champs`, { label: 'Nouveau', type: 'text', ...fields })
    expect([res.status, res.page.one(`#${name}-erreur`).textContent]).toEqual([422, expect.stringContaining(message)])
  }
  const foreignEdit = await admin.post(`${base}/champs/${age?.id}`, {
    ...{ label: 'Âge', type: 'text', version: 1, groupe: foreign },
  })
  expect(foreignEdit.status).toBe(422)
  expect(await champs()).toEqual(before)
  const notes = await group('Notes')
  const edited = { label: 'Âge', type: 'text', version: 1, groupe: notes, partie: '' }
  expect((await admin.post(`${base}/champs/${age?.id}`, edited)).status).toBe(303)
  expect((await champs()).find(({ nom }) => nom === 'age')).toMatchObject({ groupe: { id: notes }, partie: null })
  expect(t.failures).toEqual([])
})

test('a field added to a group stands behind its fields; without a group it stands under « Autres »', async () => {
  const t = await testApp()
  const { shape, champ, epoux } = await wedding(t)
  await champ('Domicile', { groupe: epoux, partie: 'domicile' })
  await champ('Cote')
  await champ('Folio')
  expect(await shape()).toEqual([
    ...['Époux: nom age domicile', 'Père de l’époux: nom_pere', 'Témoin 1: nom_temoin_1', 'Témoin 2: nom_temoin_2'],
    'Autres: cote folio',
  ])
})

test('past the edge of its group a field goes into the next one, and gives up a part that is said there', async () => {
  const t = await testApp()
  const { admin, base, shape, champs } = await wedding(t)
  const idOf = async (nom: string) => (await champs()).find((one) => one.nom === nom)?.id
  const down = await admin.post(`${base}/champs/${await idOf('age')}/descendre`)
  expect((await admin.follow(down)).page.text).toContain('Champ déplacé.')
  expect((await shape()).slice(0, 2)).toEqual(['Époux: nom', 'Père de l’époux: age nom_pere'])
  expect((await champs())[1]).toMatchObject({ nom: 'age', partie: 'age' })
  const up = await admin.post(`${base}/champs/${await idOf('nom_temoin_1')}/monter`)
  const told = await admin.follow(up)
  expect(told.page.text).toContain('Il n’a plus de partie')
  expect(lostParts(told.page)).toEqual([`champ-${await idOf('nom_temoin_1')}`])
  // An address says nothing of a field that has its part, nor of what is no field.
  for (const ids of [await idOf('nom'), '"><script>', '0,-1,1e9', ','])
    expect(lostParts((await admin.get(`${base}/champs?sans_partie=${ids}`)).page)).toEqual([])
  expect((await champs()).find(({ nom }) => nom === 'nom_temoin_1')).toMatchObject({ partie: null })
  expect((await shape())[1]).toBe('Père de l’époux: age nom_pere nom_temoin_1')
  const first = await shape()
  await admin.post(`${base}/champs/${await idOf('nom')}/monter`)
  expect(await shape()).toEqual(first)
  await admin.post(`${base}/champs/${await idOf('nom_temoin_2')}/descendre`)
  expect((await champs()).at(-1)).toMatchObject({ nom: 'nom_temoin_2', groupe: { libelle: 'Témoin 1' } })
})

test('an order sent at once says the group of each field; foreign or missing ones are refused', async () => {
  const t = await testApp()
  const { admin, base, shape, champs, epoux, pere, temoins } = await wedding(t)
  const foreign = await (await designer(t)).group('Ailleurs')
  const before = await shape()
  const ids = (await champs()).map(({ id }) => id)
  const own = [epoux, epoux, pere, temoins[0] ?? 0, temoins[1] ?? 0]
  for (const groupes of [
    own.slice(1),
    [...own, epoux],
    [foreign, ...own.slice(1)],
    ['', ...own.slice(1)],
    ['x', 1, 1, 1, 1],
  ])
    expect((await admin.post(`${base}/champs/ordre`, { ordre: ids, groupes })).status, String(groupes)).toBe(409)
  expect(await shape()).toEqual(before)
  const [nom = 0, age = 0, ...rest] = ids
  const moved = { ordre: [age, nom, ...rest], groupes: [pere, epoux, ...own.slice(2)] }
  expect((await admin.post(`${base}/champs/ordre`, moved)).status).toBe(303)
  expect((await shape())[0]).toBe('Père de l’époux: age')
  expect((await champs())[0]).toMatchObject({ nom: 'age', partie: 'age' })
  const clash = { ordre: ids, groupes: [epoux, epoux, epoux, ...own.slice(3)] }
  const ordered = await admin.post(`${base}/champs/ordre`, clash)
  expect(lostParts((await admin.follow(ordered)).page)).toEqual([`champ-${ids[2]}`])
  expect((await champs())[2]).toMatchObject({ nom: 'nom_pere', groupe: { id: epoux }, partie: null })
  expect(t.failures).toEqual([])
})

test('a group of another type is not found through this one', async () => {
  const t = await testApp()
  const { admin, base } = await designer(t)
  const id = await (await designer(t)).group('Ailleurs', 'principal')
  for (const path of ['modifier', 'supprimer'])
    expect((await admin.get(`${base}/groupes/${id}/${path}`)).status).toBe(404)
  for (const path of ['', '/copier', '/monter', '/descendre', '/supprimer'])
    expect((await admin.post(`${base}/groupes/${id}${path}`, { libelle: 'X' })).status, path).toBe(404)
})

test('the kind of act is that of the model, or the one that was chosen', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  const acts = async () =>
    Object.fromEntries(
      (await t.db.selectFrom('types_sources').select(['nom', 'acte']).execute()).map((r) => [r.nom, r.acte]),
    )
  await admin.post('/admin/types-sources', { nom: 'A', modele: 'deces' })
  await admin.post('/admin/types-sources', { nom: 'B', modele: 'deces', acte: 'sepulture' })
  await admin.post('/admin/types-sources', { nom: 'C' })
  expect(await acts()).toMatchObject({ A: 'deces', B: 'sepulture', C: 'autre' })
  const wrong = await admin.post('/admin/types-sources', { nom: 'D', acte: 'divorce' })
  expect([wrong.status, wrong.page.error('acte')]).toEqual([422, 'Choisissez un acte de la liste.'])
  const { id } = await t.db.selectFrom('types_sources').select('id').where('nom', '=', 'C').executeTakeFirstOrThrow()
  const form = await admin.get(`/admin/types-sources/${id}/modifier`)
  expect(form.page.one('#acte option[selected]').textContent).toBe('Autre acte')
  await admin.post(`/admin/types-sources/${id}`, { nom: 'C', acte: 'contrat', version: 1 })
  await admin.post(`/admin/types-sources/${id}`, { nom: 'C', version: 2 })
  expect(await acts()).toMatchObject({ C: 'contrat' })
})

test('a group whose fields differ by a number alone is copied, each field under a name of its own', async () => {
  const t = await testApp()
  const d = await designer(t)
  const children = await d.group('Enfants', 'autre')
  for (const n of [1, 2]) await d.champ(`Prénom ${n}`, { nom: `prenom_${n}`, groupe: children })
  expect((await d.admin.post(`${d.base}/groupes/${children}/copier`)).status).toBe(303)
  expect(await d.shape()).toEqual(['Enfants: prenom_1 prenom_2', 'Enfants 2: prenom_1_2 prenom_2_2'])
  expect((await d.champs()).map(({ label }) => label)).toEqual(['Prénom 1', 'Prénom 2', 'Prénom 1 2', 'Prénom 2 2'])
  expect(t.failures).toEqual([])
})
