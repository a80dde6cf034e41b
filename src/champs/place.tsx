import { shown } from '../lib/body.ts'
import { quoted } from '../lib/typo.ts'
import { PlaceInput } from '../ui/place-input.tsx'
import { CellError, type ChampKind, FieldError, type PlaceValue } from './kind.ts'
import { nearSentence } from './near.ts'
import { resolvePlace } from './place-choice.ts'
import { cellText, excerpt } from './typed-text.ts'

const MAX_NOM_LONG = 1000

const texteOf = (name: string): string => `texte:${name}`

/** A place of the site: its id, and a copy of its long name (spec 2.7). */
export const placeKind: ChampKind<PlaceValue> = {
  label: 'Lieu',
  inFile: `Le nom complet exact d’un lieu, par exemple ${quoted('Pleurtuit, Ille-et-Vilaine, Bretagne, France')}.`,
  isValue: (value): value is PlaceValue => {
    const place = value as Partial<PlaceValue> | null
    return typeof place === 'object' && typeof place?.id === 'number' && typeof place.nom_long === 'string'
  },
  Input({ champ, label, name, raw, error, candidates }) {
    const id = Number(shown(raw, name))
    const texte = shown(raw, texteOf(name))
    // Emptied without a script, and shown again: the id that is left stands for nothing any more.
    const isEmptied = texte.trim() === '' && shown(raw, `montre:${name}`) === String(id)
    return (
      <PlaceInput
        name={name}
        label={champ.label}
        shownLabel={label}
        value={Number.isInteger(id) && id > 0 && error === undefined && !isEmptied ? { id, nom_long: texte } : null}
        texte={texte}
        candidates={candidates}
        error={error}
        help={champ.aide ?? undefined}
        required={champ.required}
      />
    )
  },
  typed: (raw, name) => shown(raw, texteOf(name)),
  async read(raw, name, _champ, lookup) {
    if (shown(raw, texteOf(name)).length > MAX_NOM_LONG)
      throw new FieldError('Ce texte est trop long pour un nom de lieu.')
    const choice = await resolvePlace(raw, name, lookup)
    if (!choice.ok) throw new FieldError(choice.message, choice.candidates)
    return choice.place
  },
  toRaw: ({ id, nom_long }, name) => ({ [name]: String(id), [texteOf(name)]: nom_long }),
  async fromCell(cell, _champ, lookup) {
    const nomLong = cellText(cell, MAX_NOM_LONG)
    if (nomLong === '') return null
    const [place, other] = await lookup.lieuxByNomLong(nomLong)
    if (!place)
      throw new CellError(
        `Aucun lieu ne porte le nom ${quoted(excerpt(nomLong))}.${nearSentence(await lookup.lieuxNear(nomLong))}`,
      )
    if (other) throw new CellError(`Plusieurs lieux portent le nom ${quoted(excerpt(nomLong))}.`)
    return { id: place.id, nom_long: place.nom_long }
  },
  toCell: (value) => value.nom_long,
  identity: ({ id }) => id,
  meaning: ({ id }) => `lieu ${id}`,
  toText: (value) => value.nom_long,
  toSearch: (value) => value.nom_long,
}
