import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'

// Enter presses the first submit button of a form, shown or not: where a place box stands, it must not be « Chercher ».
test('in every form with a place box the key Enter does what the form is for', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo })
  const lieu = await t.make.lieu()
  const releve = await t.make.releve(source)
  const admin = await t.as(t.admin)
  await t.db.updateTable('champs').set({ politique: 'defaut' }).where('nom', '=', 'domicile').execute()
  const pages: [string, string][] = [
    [`/sources/${source.id}/defauts`, 'Enregistrer les valeurs par défaut'],
    ['/sources', 'Filtrer'],
    ['/sources/nouvelle', 'Créer la source'],
    [`/sources/${source.id}/modifier`, 'Enregistrer la source'],
    [`/sources/${source.id}/releves/nouveau`, 'Enregistrer le relevé'],
    [`/releves/${releve}/modifier`, 'Enregistrer les modifications'],
    ['/lieux', 'Filtrer'],
    ['/lieux/nouveau', 'Créer le lieu'],
    [`/lieux/${lieu.id}/modifier`, 'Enregistrer le lieu'],
    ['/recherche', 'Rechercher'],
  ]
  for (const [path, expected] of pages) {
    const { page } = await admin.get(path)
    const form = page.all('form').find((one) => one.querySelector('button[name=chercher]') !== null)
    expect(form?.querySelector('button[type=submit]')?.textContent.trim(), path).toBe(expected)
  }
  expect(t.failures).toEqual([])
})
