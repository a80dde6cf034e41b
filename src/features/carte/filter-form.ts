import { SOURCE_STATUSES } from '../../db/schema.ts'
import { asked, askedOption, FilterForm, YEARS, yearsInOrder } from '../../web/filter.ts'
import { optionalId } from '../../web/form.ts'
import { type CarteView, LAYERS } from './rules/addresses.ts'

export const carteFilter = new FilterForm<CarteView>(
  {
    type: asked(optionalId),
    statut: askedOption(SOURCE_STATUSES, 'Ce statut n’existe pas.'),
    ...YEARS,
    couche: askedOption(LAYERS, 'Choisissez les relevés ou la couverture.'),
  },
  yearsInOrder,
)
