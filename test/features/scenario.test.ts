import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { installReadyTypes } from '../../src/features/types-sources/actions/models.ts'
import { ACTES, type Acte } from '../data/registre-pleurtuit.ts'
import { type TestApp, testApp, type Visitor } from '../support/app.ts'

/** The id at the end of the address a creation leads to. */
const idOf = (location: string | null): number => Number(/\/(\d+)(?:[/?#]|$)/.exec(location ?? '')?.[1])

async function created(visitor: Visitor, path: string, fields: Record<string, string | number>): Promise<number> {
  const answer = await visitor.post(path, fields)
  expect([path, answer.status, answer.page.text.slice(0, 300)]).toEqual([path, 303, expect.any(String)])
  return idOf(answer.location)
}

/** Places, then a source of births, made by an administrator through the forms. */
async function prepare(t: TestApp): Promise<{ source: number; pleurtuit: number }> {
  const admin = await t.as(t.admin)
  const types = await t.db.selectFrom('types_lieux').select(['id', 'nom']).execute()
  const type = (nom: string) => types.find((row) => row.nom === nom)?.id ?? 0
  const france = await created(admin, '/lieux', { nom: 'France', type_id: type('Pays') })
  const bretagne = await created(admin, '/lieux', { nom: 'Bretagne', type_id: type('Région'), lieu_parent_id: france })
  const ille = await created(admin, '/lieux', {
    nom: 'Ille-et-Vilaine',
    type_id: type('Département'),
    lieu_parent_id: bretagne,
  })
  const pleurtuit = await created(admin, '/lieux', {
    nom: 'Pleurtuit',
    code: '35228',
    type_id: type('Commune'),
    lieu_parent_id: ille,
  })
  await installReadyTypes(t.db)
  const births = await t.db
    .selectFrom('types_sources')
    .select('id')
    .where('nom', '=', 'Naissances')
    .executeTakeFirstOrThrow()
  const fields = {
    type_source_id: births.id,
    lieu_id: pleurtuit,
    section_id: t.saintMalo.id,
    annee_debut: 1792,
    annee_fin: 1796,
  }
  const source = await created(admin, '/sources', fields)
  return { source, pleurtuit }
}

function fieldsOf(acte: Acte, pleurtuit: number): Record<string, string | number> {
  const etats = Object.fromEntries(Object.entries(acte.etats).map(([champ, etat]) => [`etats[${champ}]`, etat]))
  return {
    'data[date_evenement][valeur]': acte.date,
    'data[date_evenement][calendrier]': acte.calendrier,
    'data[date_naissance][valeur]': acte.naissance,
    'data[date_naissance][calendrier]': acte.calendrier,
    'data[nom]': acte.nom,
    'data[prenom]': acte.prenom,
    'data[sexe]': acte.sexe,
    'data[nom_pere]': acte.pere.nom,
    'data[prenom_pere]': acte.pere.prenom,
    'data[profession_pere]': acte.pere.profession,
    'data[domicile_pere]': acte.pere.nom === '' ? '' : pleurtuit,
    'data[nom_mere]': acte.mere.nom,
    'data[prenom_mere]': acte.mere.prenom,
    'data[nom_temoin_1]': acte.temoins[0],
    'data[nom_temoin_2]': acte.temoins[1],
    'data[notes]': acte.notes,
    ...etats,
  }
}

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()

test('a register of the Revolution is typed, found again, and read back from its CSV', async () => {
  const t = await testApp()
  const { source, pleurtuit } = await prepare(t)
  const marie = await t.as(t.marie)

  for (const acte of ACTES) {
    const answer = await marie.post(`/sources/${source}/releves`, fieldsOf(acte, pleurtuit))
    expect([acte.date, answer.status]).toEqual([acte.date, 303])
  }
  expect(await t.db.selectFrom('sources').select(['status', 'nb_releves']).executeTakeFirstOrThrow()).toEqual({
    status: 'en_cours',
    nb_releves: ACTES.length,
  })

  const found = await marie.get('/recherche?q=l%27hotellier')
  expect(found.page.text).toContain('L’HÔTELLIER'.replace('’', "'"))
  const byYear = await marie.get('/recherche?q=robidou&annee_debut=1794&annee_fin=1794')
  expect(byYear.page.all('mark').length).toBeGreaterThan(0)

  const answer = await marie.get(`/export/source/${source}/csv`)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.text.startsWith('\ufeff') || answer.text.startsWith('Date')).toBe(true)
  const rows: Record<string, string>[] = parse(answer.text, { bom: true, delimiter: ';', columns: true })
  expect(rows).toHaveLength(ACTES.length)

  for (const acte of ACTES) {
    const row = rows.find(
      (candidate) =>
        candidate.Notes === acte.notes &&
        candidate.Prénoms === acte.prenom &&
        candidate.Nom === acte.nom &&
        candidate['Date de l’acte']?.startsWith(dateCell(acte).slice(0, 6)),
    )
    expect([acte.date, row?.['Date de l’acte']]).toEqual([acte.date, dateCell(acte)])
    expect(row?.['Nom du témoin 1'] ?? row?.['Nom témoin 1']).toBe(acte.temoins[0])
    for (const [champ, etat] of Object.entries(acte.etats)) {
      const column = champ === 'prenom' ? 'Prénoms (état)' : champ === 'nom' ? 'Nom (état)' : undefined
      if (column) expect(row?.[column]).toBe(etat)
    }
  }
  expect(rows.find((row) => row.Notes?.includes('« = au 3 octobre'))).toBeDefined()
  expect(t.failures).toEqual([])
})

/** The date of an act as its CSV cell shows it. */
function dateCell(acte: Acte): string {
  if (acte.calendrier === 'republicain') return `${squeezed(acte.date)} (calendrier républicain)`
  const padded = acte.date
    .split('/')
    .map((part) => part.padStart(2, '0'))
    .join('/')
  return acte.calendrier === 'julien' ? `${padded} (calendrier julien)` : padded
}
