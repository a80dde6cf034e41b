import { expect, test } from 'vitest'
import { sharedPlace } from '../../src/lib/shared-place.ts'

const GIVEN = { adresse: 'https://s3.exemple.fr', seau: 'releves', identifiant: 'asso', secret: 'motdepasse' }

test('the storage of all servers is told by the environment, or there is none', () => {
  expect(sharedPlace({})).toBeUndefined()
  expect(sharedPlace(GIVEN)).toMatchObject({ sorte: 's3', region: 'us-east-1', dossier: '', par_chemin: true })
  expect(sharedPlace({ ...GIVEN, par_chemin: 'non', region: 'fr-par', dossier: 'site' })).toMatchObject({
    ...{ par_chemin: false, region: 'fr-par', dossier: 'site' },
  })
  expect(sharedPlace({ ...GIVEN, adresse: 'http://127.0.0.1:9000' })?.adresse).toBe('http://127.0.0.1:9000')
})

test.each([
  [{ adresse: 'http://s3.exemple.fr' }, 'FICHIERS_ADRESSE'],
  [{ adresse: 'https://asso:secret@s3.exemple.fr' }, 'FICHIERS_ADRESSE'],
  [{ adresse: 'https://169.254.169.254' }, 'FICHIERS_ADRESSE'],
  [{ adresse: 's3.exemple.fr' }, 'FICHIERS_ADRESSE'],
  [{ seau: 'le seau' }, 'FICHIERS_SEAU'],
  [{ identifiant: '' }, 'FICHIERS_IDENTIFIANT'],
  [{ secret: '' }, 'FICHIERS_SECRET'],
  [{ dossier: '../autre' }, 'FICHIERS_DOSSIER'],
  [{ seaux: 'releves' }, 'FICHIERS_SEAUX'],
])('what is missing or wrong is named: %o', (wrong: Record<string, string>, name) => {
  expect(() => sharedPlace({ ...GIVEN, ...wrong })).toThrow(new RegExp(`^${name}[^\n]*$`))
})

test('all of it at once', () => {
  expect(() => sharedPlace({ seau: 'releves' })).toThrow(/FICHIERS_ADRESSE.*\nFICHIERS_IDENTIFIANT.*\nFICHIERS_SECRET/)
})
