import type { ExpressionBuilder } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'

type RequestExpression = ExpressionBuilder<Schema, 'demandes_registres'>

/** Decides on wishes to take a register somewhere: administrators, and section managers as far as `decidableBy` goes. */
export const mayDecide = (user: Pick<CurrentUser, 'role'>): boolean => user.role !== 'membre'

/**
 * The requests on which this user decides: all for administrators; for managers those about sources of a section they manage and, as a line
 * of the inventory has no section, those of people who enter acts in one. `query.where(decidableBy(user))`.
 */
export const decidableBy =
  (user: Pick<CurrentUser, 'id' | 'role'>) =>
  (eb: RequestExpression): ReturnType<RequestExpression['and']> => {
    if (user.role === 'admin') return eb.and([])
    if (user.role === 'membre') return eb.or([])
    const managed = eb
      .selectFrom('section_membres')
      .select('section_id')
      .where('user_id', '=', user.id)
      .where('is_manager', '=', true)
    const theirs = eb.selectFrom('sources').select('sources.id').where('sources.section_id', 'in', managed)
    const people = eb
      .selectFrom('section_membres')
      .select('user_id')
      .where('section_id', 'in', managed)
      .where('is_reader', '=', false)
    return eb.and([
      eb('demandes_registres.user_id', '!=', user.id),
      eb.or([
        eb('demandes_registres.source_id', 'in', theirs),
        eb.and([eb('demandes_registres.source_id', 'is', null), eb('demandes_registres.user_id', 'in', people)]),
      ]),
    ])
  }
