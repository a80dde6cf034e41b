import { ACT_KINDS } from '../../db/schema-persons.ts'
import type { Cell, Rows } from '../../lib/rows.ts'
import { ACT_LABELS } from '../types-sources/rules/persons.ts'
import type { YearCount } from './queries/years.ts'
import type { Decade } from './rules/decades.ts'
import type { NameGroup } from './rules/names.ts'

const whole = (headers: string[], rows: Cell[][]): Rows => ({ headers, batches: [rows] })

/** Year by year, and kind by kind. */
export const yearRows = (counts: readonly YearCount[]): Rows =>
  whole(
    ['annee', 'acte', 'actes'],
    counts
      .toSorted((a, b) => a.annee - b.annee || ACT_KINDS.indexOf(a.acte) - ACT_KINDS.indexOf(b.acte))
      .map(({ annee, acte, n }) => [annee, ACT_LABELS[acte], n]),
  )

/** Each spelling under the commonest of its name. */
export const surnameRows = (groups: readonly NameGroup[]): Rows =>
  whole(
    ['nom', 'actes_du_nom', 'graphie', 'actes'],
    groups.flatMap(({ nom, n, graphies }) => graphies.map((graphie): Cell[] => [nom, n, graphie.valeur, graphie.n])),
  )

export const firstNameRows = (decades: readonly Decade[]): Rows =>
  whole(
    ['decennie', 'prenom', 'personnes'],
    decades.flatMap(({ decennie, noms }) =>
      noms.map(({ nom, n }): Cell[] => [decennie === 0 ? null : decennie, nom, n]),
    ),
  )

export const monthRows = (months: readonly number[], name: (month: number) => string): Rows =>
  whole(
    ['mois', 'actes'],
    months.map((n, at) => [name(at + 1), n]),
  )
