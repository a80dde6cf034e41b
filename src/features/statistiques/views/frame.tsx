import type { Child } from 'hono/jsx'
import type { PlaceFilter } from '../../../champs/place-choice.ts'
import type { ActKind } from '../../../db/schema-persons.ts'
import { agreed, formatDay, formatNumber } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { ExportLinks } from '../../../ui/export-links.tsx'
import { FilterBar, FilterChoice, FilterYears } from '../../../ui/filters.tsx'
import { Chips, ListHead, PageHead } from '../../../ui/page.tsx'
import { FilterPlace, FilterSection } from '../../../ui/part-filters.tsx'
import { type ListAddress, placeWords, sectionWords, YEAR_WORDS } from '../../../web/filter.ts'
import type { Body, FormErrors } from '../../../web/form.ts'
import { FORMATS } from '../../../web/formats/index.ts'
import { ACT_LABELS } from '../../types-sources/rules/persons.ts'
import { type StatisticsFilter, statisticsFilter } from '../form.ts'
import type { Freshness } from '../queries/part.ts'

export const PATH = '/statistiques'
const TARGET = '#statistiques'

/** The pages of the chapter, in the order of their links. */
export const PAGES = {
  actes: { path: PATH, title: 'Statistiques', link: 'Actes par année' },
  noms: { path: `${PATH}/noms`, title: 'Noms de famille', link: 'Noms de famille' },
  prenoms: { path: `${PATH}/prenoms`, title: 'Prénoms par décennie', link: 'Prénoms' },
  saisons: { path: `${PATH}/saisons`, title: 'Saisons', link: 'Saisons' },
} as const
export type StatisticsPage = keyof typeof PAGES

export interface FrameProps {
  shown: StatisticsPage
  filter: StatisticsFilter
  raw: Body
  errors: FormErrors
  lieu: PlaceFilter
  sections: { id: number; nom: string }[]
  /** Kinds of acts to choose from, on the page of seasons. */
  kinds?: readonly ActKind[]
  /** Undefined where the counters are those of this moment. */
  freshness?: Freshness
  url: ListAddress
  exportUrl: (extension: string) => string
  /** The page has something to take away. */
  hasRows: boolean
}

/** All pages of the chapter have these: the links between them, the part that is counted, when it was counted. */
export function Frame({ children, ...props }: FrameProps & { children: Child }) {
  const { shown, lieu, errors } = props
  return (
    <>
      <PageHead
        title={PAGES[shown].title}
        lead="D’après les sources que vous voyez. Ces pages sont faites pour être imprimées."
      />
      <FilterBar action={PAGES[shown].path} target={TARGET}>
        <Fields {...props} />
      </FilterBar>
      <div id={TARGET.slice(1)}>
        <Links {...props} />
        {Object.values(errors).map((message) => (
          <p class="erreur">{message}</p>
        ))}
        {lieu.message !== undefined && <p class="erreur">{lieu.message}</p>}
        <ListHead
          count=""
          links={props.hasRows && <ExportLinks label="Exporter" formats={FORMATS} href={props.exportUrl} />}
        >
          <Chips items={chipsOf(props)} clear={PAGES[shown].path} />
        </ListHead>
        <p class="statistiques-partie">{partInWords(props)}</p>
        {children}
        <Counted {...props} />
      </div>
    </>
  )
}

/** The other pages keep the place, the section and the years. */
function Links({ shown, filter }: FrameProps) {
  const kept = { ...filter, acte: null, lettre: '', seuls: false }
  return (
    <nav aria-label="Statistiques">
      <ul class="jetons">
        {Object.entries(PAGES).map(([page, { path, link }]) => (
          <li>
            {page === shown ? (
              <strong aria-current="page">{link}</strong>
            ) : (
              <a href={statisticsFilter.address(path, kept)({})}>{link}</a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Fields({ shown, filter, raw, errors, lieu, sections, kinds = [] }: FrameProps) {
  return (
    <>
      <FilterPlace lieu={lieu} />
      <FilterSection sections={sections} value={filter.section} error={errors.section} />
      <FilterYears raw={raw} errors={errors} />
      {shown === 'saisons' && (
        <FilterChoice
          name="acte"
          label="Actes"
          options={kinds.filter((id) => id !== 'mariage').map((id) => ({ id, nom: ACT_LABELS[id] }))}
          value={filter.acte}
          all={ACT_LABELS.mariage}
          error={errors.acte}
        />
      )}
      {shown === 'noms' && filter.lettre !== '' && <input type="hidden" name="lettre" value={filter.lettre} />}
      {shown === 'noms' && filter.seuls && <input type="hidden" name="seuls" value="1" />}
    </>
  )
}

function chipsOf({ filter, lieu, sections, url }: FrameProps) {
  return statisticsFilter.chips(
    filter,
    {
      lieu: placeWords(lieu),
      section: sectionWords(sections),
      ...YEAR_WORDS,
      acte: (acte) => ACT_LABELS[acte],
      lettre: (letter) => `Lettre${NBSP}: ${letter}`,
      seuls: () => 'Présents seulement ici',
    },
    url,
  )
}

/** On paper the form is not there. */
function partInWords({ filter, lieu, sections }: FrameProps): string {
  const { annee_debut, annee_fin } = filter
  const section = sections.find(({ id }) => id === filter.section)
  const words = [
    lieu.place?.nom_long ?? 'Tous les lieux',
    section?.nom,
    annee_debut !== null && `depuis ${annee_debut}`,
    annee_fin !== null && `jusqu’en ${annee_fin}`,
  ]
  return `${words.filter(Boolean).join(', ')}.`
}

function Counted({ freshness }: FrameProps) {
  if (freshness === undefined) return null
  const { calcule_at, perimees } = freshness
  return (
    <p class="aide">
      {calcule_at === null ? 'Rien n’est encore compté.' : `Calculé le ${formatDay(calcule_at)}.`}
      {perimees > 0 &&
        ` ${formatNumber(perimees)} ${agreed(perimees, 'source a changé depuis, ou est nouvelle', 'sources ont changé depuis, ou sont nouvelles')}${NBSP}: leurs nombres suivront la nuit prochaine.`}
    </p>
  )
}
