import { FilterChoice } from './filters.tsx'
import { type PlaceChoice, PlaceInput } from './place-input.tsx'

/** A place as it was asked for: a place, nothing, or a text that leads to none. */
interface AskedPlace {
  place: PlaceChoice | null
  texte: string
  candidates: PlaceChoice[] | undefined
  message: string | undefined
}

/** Filters by a place. */
export const FilterPlace = ({ lieu }: { lieu: AskedPlace }) => (
  <PlaceInput
    name="lieu"
    label="Lieu"
    value={lieu.place}
    texte={lieu.texte}
    candidates={lieu.candidates}
    error={lieu.message}
  />
)

interface UnclearPlaceProps {
  lieu: Pick<AskedPlace, 'message' | 'candidates'>
  /** Leads to the list of one of the places that may be meant. */
  href: (id: number) => string
}

/** Stands for the list where several places may be meant by what was typed, or none. */
export const UnclearPlace = ({ lieu, href }: UnclearPlaceProps) => (
  <>
    <p>{lieu.message}</p>
    <ul>
      {(lieu.candidates ?? []).map(({ id, nom_long }) => (
        <li>
          <a href={href(id)}>{nom_long}</a>
        </li>
      ))}
    </ul>
  </>
)

interface FilterSectionProps {
  sections: { id: number; nom: string }[]
  value: number | null
  error: string | undefined
}

/** Filters by a section, or by none. */
export const FilterSection = ({ sections, value, error }: FilterSectionProps) => (
  <FilterChoice name="section" label="Section" options={sections} value={value} all="Toutes" error={error} />
)
