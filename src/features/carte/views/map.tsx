import type { PlaceFilter } from '../../../champs/place-choice.ts'
import { SOURCE_STATUSES } from '../../../db/schema.ts'
import type { FormErrors } from '../../../lib/body.ts'
import { plural } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { FilterBar, FilterChoice, FilterYears } from '../../../ui/filters.tsx'
import { Chips, PageHead } from '../../../ui/page.tsx'
import { PlaceInput } from '../../../ui/place-input.tsx'
import { YEAR_WORDS } from '../../../web/filter.ts'
import { statusLabel } from '../../droits/status.ts'
import { carteFilter } from '../filter-form.ts'
import type { PlaceOnMap } from '../place-queries.ts'
import { PATH } from '../rules/addresses.ts'
import { MapFrame } from './map-frame.tsx'
import { Places, type PlacesProps, TARGET } from './map-list.tsx'

interface CarteProps extends Omit<PlacesProps, 'isFiltered'> {
  types: { id: number; nom: string }[]
  errors: FormErrors
  /** The place that somebody looks for on the map, as it was asked, and what is known of it. */
  cherche: PlaceFilter
  ici: PlaceOnMap | undefined
}

/** The map (static/js/carte-sources.js), and the same as a list, which is all there is without JavaScript. */
export function CartePage(props: CarteProps) {
  const chips = chipsOf(props)
  return (
    <>
      <PageHead title="Carte" lead="Les lieux dont des sources ont des relevés, parmi celles que vous voyez." />
      <Filters {...props} />
      <MapFrame />
      <div id={TARGET.slice(1)} data-carte-donnees={props.url({ lieu: null }, `${PATH}/data`)}>
        {props.ici && <Here {...props.ici} />}
        {props.cherche.message !== undefined && <Unclear {...props} message={props.cherche.message} />}
        <Chips items={chips} clear={PATH} />
        <Places {...props} isFiltered={chips.length > 0} />
      </div>
    </>
  )
}

function Filters({ filter, raw, errors, types, cherche }: CarteProps) {
  const statuts = SOURCE_STATUSES.map((status) => ({ id: status, nom: statusLabel(status) }))
  return (
    <FilterBar action={PATH} target={TARGET}>
      <FilterChoice name="type" label="Type" options={types} value={filter.type} error={errors.type} />
      <FilterChoice name="statut" label="Statut" options={statuts} value={filter.statut} error={errors.statut} />
      <FilterYears raw={raw} errors={errors} />
      <FilterChoice
        name="couche"
        label="Colorer selon"
        all="Relevés"
        options={[{ id: 'couverture', nom: 'Couverture' }]}
        value={filter.couche}
        error={errors.couche}
      />
      <PlaceInput
        name="lieu"
        label="Aller à un lieu"
        value={cherche.place}
        texte={cherche.texte}
        candidates={cherche.candidates}
        error={cherche.message}
      />
    </FilterBar>
  )
}

/** Tells of the place that is looked for, and where it is (static/js/carte-sources.js). */
function Here({ id, nom_long, etendue, sources, releves }: PlaceOnMap) {
  return (
    <p role="status" data-carte-ici={etendue?.join(',') ?? ''} data-nom={nom_long}>
      <a href={`/lieux/${id}`}>{nom_long}</a>
      {`${NBSP}: ${figuresInWords(sources, releves)}.`}
      {etendue === undefined && ' Ce lieu n’a pas de position, ni aucun de ceux qui s’y trouvent.'}
    </p>
  )
}

const OFFERED = 10

/** Several places may be meant by what was typed, or none. */
function Unclear({ cherche, message, url }: CarteProps & { message: string }) {
  const candidates = cherche.candidates ?? []
  return (
    <div role="status">
      <p>{candidates.length > 0 ? `Plusieurs lieux répondent à ${quoted(cherche.texte)}${NBSP}:` : message}</p>
      <ul>
        {candidates.slice(0, OFFERED).map(({ id, nom_long }) => (
          <li>
            <a href={url({ lieu: id })}>{nom_long}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

const figuresInWords = (sources: number, releves: number): string =>
  sources === 0
    ? 'aucune source que vous puissiez voir'
    : `${plural(sources, 'source', 'sources')}, ${plural(releves, 'relevé', 'relevés')}`

const chipsOf = ({ filter, types, url }: CarteProps) =>
  carteFilter.chips(
    filter,
    {
      type: (type) => types.find(({ id }) => id === type)?.nom ?? 'Type inconnu',
      statut: statusLabel,
      ...YEAR_WORDS,
      couche: () => null,
    },
    url,
  )
