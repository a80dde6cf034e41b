import { REGISTER_STATES } from '../../db/schema-couverture.ts'
import { ACT_KINDS } from '../../db/schema-persons.ts'
import { askedBox, askedOption, FilterForm, found } from '../../web/filter.ts'
import type { RegisterFilter } from './queries.ts'

export const registerFilter = new FilterForm<RegisterFilter>({
  acte: askedOption(ACT_KINDS),
  lieu: found(({ id }) => id),
  etat: askedOption(REGISTER_STATES),
  libres: askedBox('oui'),
})
