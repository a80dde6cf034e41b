import { readQuery } from '../../../web/form.ts'
import { ensureCanWrite } from '../policy.ts'
import { MAX_TABLE_COLUMNS, tableColumns } from '../rules/tableau.ts'
import { askedOf } from '../tableau-form.ts'
import { columnChoiceRoutes } from './columns.tsx'

const NOTHING_KNOWN = { held: null, showsEmpty: false, of: undefined }

/** The columns of the table that one types in, chosen beside those of the lists. */
export const tableColumnsRoutes = columnChoiceRoutes({
  use: 'tableau',
  path: '/sources/:id/tableau/colonnes',
  max: MAX_TABLE_COLUMNS,
  words: {
    order:
      'On les remplit de gauche à droite. Les champs obligatoires restent toujours dans le tableau, les autres se déplient sous lui.',
  },
  byDefault: (champs, chosen) => tableColumns({ champs, chosen, ...NOTHING_KNOWN }).champs,
  addresses(c, sourceId) {
    const { vue } = askedOf(readQuery(c))
    const query = vue === undefined ? '' : `?${new URLSearchParams({ vue })}`
    return { list: `/sources/${sourceId}/tableau${query}`, own: `/sources/${sourceId}/tableau/colonnes${query}` }
  },
  allow: (c, { source }) => ensureCanWrite(c.var.user, source),
})
