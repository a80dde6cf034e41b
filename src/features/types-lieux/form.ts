import { z } from 'zod'
import { sortKey } from '../../lib/text.ts'
import { type Body, flag, parseForm, requiredInteger, text, version } from '../../web/form.ts'

const MAX_ORDRE = 9999

const TypeLieu = z.object({
  nom: text(120, 'Indiquez le nom du type de lieu.').refine(
    (nom) => nom === '' || sortKey(nom) !== '',
    'Ce nom doit contenir au moins une lettre ou un chiffre.',
  ),
  ordre: requiredInteger(0, MAX_ORDRE),
  dans_nom_long: flag,
  version,
})

export const parseTypeLieu = (raw: Body) => parseForm(TypeLieu, raw)
