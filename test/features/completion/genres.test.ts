// Fields that hold the same kind of name complete with each other's values, whoever the person is and whatever the type of source.
import { describe, expect, test } from 'vitest'
import { asWritten, spellings } from '../../../src/features/completion/rules/case.ts'
import { countGenresHandlers } from '../../../src/features/completion/task.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { updateChamp } from '../../../src/features/types-sources/actions/champs.ts'
import { findChamp } from '../../../src/features/types-sources/queries.ts'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { offered } from './support.ts'

/** Baptisms and marriages of one parish, for marie; a register of burials that she may not see. */
async function parish(t: TestApp) {
  const [type, wedding] = [await t.make.readyType('baptemes'), await t.make.readyType('mariages_paroissiaux')]
  const lieu = await t.make.lieu({ nom: 'Pleurtuit' })
  const baptisms = await t.make.source({ type, lieu, section: t.saintMalo })
  const weddings = await t.make.source({ type: wedding, lieu, section: t.saintMalo })
  const hidden = await t.make.source({ type: wedding, section: t.vannes })
  return { baptisms, weddings, hidden }
}

const champId = async (t: TestApp, source: { type: { id: number } }, nom: string): Promise<number> => {
  const fields = t.db.selectFrom('champs').select('id').where('type_source_id', '=', source.type.id)
  return (await fields.where('nom', '=', nom).executeTakeFirstOrThrow()).id
}

const setChamp = async (t: TestApp, source: { type: { id: number } }, nom: string, set: object) =>
  t.db
    .updateTable('champs')
    .set(set)
    .where('id', '=', await champId(t, source, nom))
    .execute()

const summed = (t: TestApp, genre: string) =>
  t.db.selectFrom('valeurs_genres').select(['valeur', 'n']).where('genre', '=', genre).orderBy('cle').execute()

describe('shared by kind of name', () => {
  test('a surname of a father is offered for a mother, a godfather, and in marriages of the place', async () => {
    const t = await testApp()
    const { baptisms, weddings } = await parish(t)
    await t.make.releve(baptisms, { nom_pere: 'Le Gallo' })
    await t.make.releve(baptisms, { nom_mere: 'Le Gac', profession_pere: 'tisserand' })
    await t.make.releve(baptisms, { nom_parrain: 'Le Gac' })
    const marie = await t.as(t.marie)
    for (const champ of ['nom', 'nom_mere', 'nom_parrain', 'nom_marraine'])
      expect(await offered(marie, baptisms, 'le g', champ)).toEqual(['Le Gac', 'Le Gallo'])
    expect(await offered(marie, weddings, 'le g', 'nom_epouse')).toEqual(['Le Gac', 'Le Gallo'])
    expect(await offered(marie, weddings, 'tiss', 'profession_pere_epoux')).toEqual(['tisserand'])
    expect(await offered(marie, baptisms, 'le g', 'prenom')).toEqual([])
    expect(t.failures).toEqual([])
  })

  test('this source first, then its place, then the rest of the site that is seen', async () => {
    const t = await testApp()
    const { baptisms, weddings, hidden } = await parish(t)
    await t.make.releve(baptisms, { nom_marraine: 'Hervo' })
    for (let n = 0; n < 3; n += 1) await t.make.releve(weddings, { nom_epouse: 'Hervieux' })
    const far = await t.make.source({ type: weddings.type, members: [t.marie] })
    await t.make.releve(far, { nom_temoin_1: 'Hermine' })
    for (let n = 0; n < 9; n += 1) await t.make.releve(hidden, { nom: 'Hermès', nom_pere_epoux: 'Héron' })
    const marie = await t.as(t.marie)
    expect(await offered(marie, baptisms, 'her', 'nom_pere')).toEqual(['Hervo', 'Hervieux', 'Hermine'])
    const admin = await t.as(t.admin)
    expect((await offered(admin, baptisms, 'her', 'nom_pere')).slice(3)).toEqual(['Hermès', 'Héron'])
  })

  test('never what stands in hidden sources only, in whatever field', async () => {
    const t = await testApp()
    const { baptisms, weddings, hidden } = await parish(t)
    await t.make.releve(hidden, { nom: 'Zaoual', nom_pere_epoux: 'Zaoual', profession_epoux: 'zélateur' })
    const marie = await t.as(t.marie)
    for (const champ of ['nom', 'nom_pere', 'nom_marraine'])
      expect(await offered(marie, baptisms, 'zao', champ)).toEqual([])
    expect(await offered(marie, weddings, 'zao', 'nom_temoin_2')).toEqual([])
    expect(await offered(marie, weddings, 'zel', 'profession_epoux')).toEqual([])
    // A word is no secret once a source that she sees has it.
    await t.make.releve(weddings, { nom_temoin_1: 'Zaoual' })
    expect(await offered(marie, baptisms, 'zao', 'nom_pere')).toEqual(['Zaoual'])
  })

  test('first names of fathers are none for mothers; fields that complete nothing share nothing', async () => {
    const t = await testApp()
    const { baptisms } = await parish(t)
    for (let n = 0; n < 3; n += 1) await t.make.releve(baptisms, { prenom_pere: 'Jean', prenom_parrain: 'Jean' })
    await t.make.releve(baptisms, { prenom_mere: 'Jeanne', prenom: 'Jacquette' })
    const marie = await t.as(t.marie)
    expect((await offered(marie, baptisms, 'j', 'prenom_marraine')).toSorted()).toEqual(['Jacquette', 'Jeanne'])
    expect(await offered(marie, baptisms, 'j', 'prenom')).toEqual(['Jean', 'Jacquette', 'Jeanne'])
    await setChamp(t, baptisms, 'prenom_mere', { completion: false })
    expect(await offered(marie, baptisms, 'ja', 'prenom_marraine')).toEqual(['Jacquette'])
    expect(await offered(marie, baptisms, 'jeanne', 'prenom')).toEqual([])
    expect(await offered(await t.as(t.admin), baptisms, 'jeanne', 'prenom')).toEqual([])
  })
})

describe('as the field writes them', () => {
  test('in capitals, or not, and once', async () => {
    const t = await testApp()
    const { baptisms } = await parish(t)
    await setChamp(t, baptisms, 'nom_pere', { majuscules: true })
    await t.make.releve(baptisms, { nom_pere: 'LE GOFF', nom_mere: 'Le Goff' })
    await t.make.releve(baptisms, { nom_pere: 'LE GALL', nom_mere: 'LE GUEN' })
    const marie = await t.as(t.marie)
    expect(await offered(marie, baptisms, 'le g', 'nom_pere')).toEqual(['LE GALL', 'LE GOFF', 'LE GUEN'])
    expect(await offered(marie, baptisms, 'le g', 'nom_parrain')).toEqual(['Le Gall', 'Le Goff', 'LE GUEN'])
  })

  test('small words inside a surname stay small', () => {
    const low = (valeur: string) => asWritten({ valeur, isCapitals: true }, false)
    expect(['LE GOFF', 'D’ARGENTRÉ', 'DE LA VILLE-BAGUE', 'ÉLIE DU VAL', 'O’BRIEN', 'Mac Donald'].map(low)).toEqual([
      ...['Le Goff', 'd’Argentré', 'de la Ville-Bague', 'Élie du Val', 'O’Brien', 'Mac Donald'],
    ])
    expect(asWritten({ valeur: 'Le Goff', isCapitals: false }, true)).toBe('LE GOFF')
    expect(spellings('LE GOFF')).toEqual(['LE GOFF', 'Le Goff'])
  })

  const drop = (visitor: Visitor, source: { id: number }, champ: string, valeur: string, verb = 'ecarter') =>
    visitor.post(`/completions/${verb}`, { source: source.id, champ, valeur })

  test('dropped in one field it is dropped for its kind, whatever the capitals', async () => {
    const t = await testApp()
    const { baptisms, weddings } = await parish(t)
    await setChamp(t, baptisms, 'nom_pere', { majuscules: true })
    await t.make.releve(baptisms, { nom_pere: 'LE GOF' })
    await t.make.releve(weddings, { nom: 'Le Gof', nom_epouse: 'Le Gog' })
    const marie = await t.as(t.marie)
    expect(await offered(marie, weddings, 'le go', 'nom')).toEqual(['Le Gof', 'Le Gog'])
    expect((await drop(marie, baptisms, 'nom_pere', 'LE GOF')).status).toBe(204)
    expect(await offered(marie, weddings, 'le go', 'nom')).toEqual(['Le Gog'])
    expect(await offered(marie, baptisms, 'le go', 'nom_mere')).toEqual(['Le Gog'])
    // A word of another kind is another word.
    await t.make.releve(weddings, { profession_epoux: 'LE GOF' })
    expect(await offered(marie, weddings, 'le go', 'profession_epoux')).toEqual(['LE GOF'])
    expect((await drop(marie, baptisms, 'nom_pere', 'LE GOF', 'reprendre')).status).toBe(204)
    expect(await offered(marie, baptisms, 'le go', 'nom_pere')).toEqual(['LE GOF', 'LE GOG'])
  })
})

describe('the sums of the whole site', () => {
  test('follow the records', async () => {
    const t = await testApp()
    const { baptisms, weddings } = await parish(t)
    await t.make.releve(baptisms, { nom: 'Le Bret', nom_pere: 'Le Bret' })
    await t.make.releve(weddings, { nom_epouse: 'Le Bret', nom_temoin_1: 'Hervé' })
    expect(await summed(t, 'nom')).toEqual([
      { valeur: 'Hervé', n: 1 },
      { valeur: 'Le Bret', n: 3 },
    ])
    const { id } = await t.db.selectFrom('releves').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    await (await t.as(t.marie)).post(`/releves/${id}/supprimer`, { version: 1 })
    expect(await summed(t, 'nom')).toEqual([{ valeur: 'Le Bret', n: 2 }])
  })

  test('a task makes them where they are missing or wrong; until then fields offer their own', async () => {
    const t = await testApp()
    const { baptisms, weddings, hidden } = await parish(t)
    const far = await t.make.source({ type: weddings.type, members: [t.marie] })
    await t.make.releve(far, { nom_epouse: 'Quemener' })
    await t.make.releve(hidden, { nom: 'Quesnel' })
    const right = await summed(t, 'nom')
    await t.db.deleteFrom('valeurs_genres').execute()
    await t.db.insertInto('valeurs_genres').values({ genre: 'nom', cle: 'que', valeur: 'Que', n: 7 }).execute()
    const marie = await t.as(t.marie)
    expect(await offered(marie, baptisms, 'que', 'nom_pere')).toEqual([])
    expect(await offered(marie, weddings, 'que', 'nom_epouse')).toEqual(['Quemener'])
    const task = { kind: 'valeurs_genres', payload: '{}', pas_avant: '2026-01-01', created_at: '2026-01-01' }
    await t.db.insertInto('taches').values(task).execute()
    expect(await runTasks(t.deps, countGenresHandlers)).toBe(1)
    expect(await summed(t, 'nom')).toEqual(right)
    expect(await offered(marie, baptisms, 'que', 'nom_pere')).toEqual(['Quemener'])
  })

  test('a field that becomes another part brings its values', async () => {
    const t = await testApp()
    const { baptisms, weddings } = await parish(t)
    await t.make.releve(baptisms, { commentaire_parrain: 'cloutier' })
    const id = await champId(t, baptisms, 'commentaire_parrain')
    const { nom, label, type, aide, politique, required, majuscules, completion, version } = await findChamp(
      t.db,
      baptisms.type.id,
      id,
    )
    const same = { nom, label, type, aide, politique, required, majuscules, completion, version, options: [] }
    const input = { ...same, partie: 'profession' as const }
    const convert = () => Promise.resolve()
    await updateChamp({ db: t.db, convert }, baptisms.type.id, id, input as never, new Date('2026-01-01T00:00:00Z'))
    const waiting = await t.db.selectFrom('taches').select('kind').where('kind', '=', 'valeurs_genres').execute()
    expect(waiting).toHaveLength(1)
    await runTasks(t.deps, countGenresHandlers)
    expect(await summed(t, 'profession')).toEqual([{ valeur: 'cloutier', n: 1 }])
    expect(await offered(await t.as(t.marie), weddings, 'clou', 'profession_pere_epouse')).toEqual(['cloutier'])
  })
})
