import type { SpellingState } from '../../../src/db/schema-orthographes.ts'
import { keyOf, pairOf } from '../../../src/features/orthographes/rules/line.ts'
import type { NameKind } from '../../../src/search/marks.ts'
import type { TestApp } from '../../support/app.ts'

export const LIST = '/orthographes'
const NOW = '2026-01-01T00:00:00.000Z'

interface Rest {
  genre?: NameKind
  lieu?: { id: number }
  etat?: SpellingState
  auteur?: { id: number }
}

/** A line as « LE GOFF = LE GOAFF », accepted unless said otherwise. Gives its id. */
export async function makeLine(t: TestApp, text: string, { genre = 'nom', lieu, etat, auteur }: Rest = {}) {
  const [, one = '', sign, other = ''] = /^(.*) ([=≠]) (.*)$/.exec(text) ?? []
  const named = (nom: string) => {
    const key = keyOf(genre, nom)
    if ('message' in key) throw new Error(key.message)
    return { nom, cle: key.key }
  }
  const { id } = await t.db
    .insertInto('orthographes')
    .values({
      ...{ genre, signe: sign === '=' ? 'egal' : 'different', ...pairOf(named(one), named(other)) },
      ...{ lieu_id: lieu?.id ?? null, source: null, etat: etat ?? 'acceptee', auteur_id: auteur?.id ?? null },
      ...{ decideur_id: null, decidee_at: null, motif: null, created_at: NOW, updated_at: NOW },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const lineOf = (t: TestApp, id: number) =>
  t.db.selectFrom('orthographes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** All lines as they are written, with what else is worth knowing, the oldest first. */
export async function stored(t: TestApp): Promise<string[]> {
  const rows = await t.db.selectFrom('orthographes').selectAll().orderBy('id').execute()
  return rows.map(({ nom_a, signe, nom_b, etat }) => `${nom_a} ${signe === 'egal' ? '=' : '≠'} ${nom_b} ${etat}`)
}
