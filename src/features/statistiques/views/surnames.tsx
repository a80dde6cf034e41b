import { formatNumber, plural } from '../../../lib/text.ts'
import { EmptyState } from '../../../ui/page.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { firstOfLetters, initialOf, type NameGroup } from '../rules/names.ts'
import { ShareBar } from './charts.tsx'
import { Frame, type FrameProps } from './frame.tsx'
import { NameNote, spellingsOf } from './pages.tsx'

interface SurnamesProps extends FrameProps {
  /** All names of the part, the commonest first. */
  groups: NameGroup[]
  since: number
  /** Letters that names begin with, whatever is asked for. */
  letters: readonly string[]
}

const TOP = 50
/** Names of one letter, or found here alone, on one page; the file has all of them. */
const MOST = 500

export function SurnamesPage({ groups, since, letters, ...frame }: SurnamesProps) {
  const { filter } = frame
  const isAll = filter.lettre === '' && !filter.seuls
  if (groups.length === 0)
    return (
      <Frame {...frame}>
        <Ways {...frame} letters={letters} />
        <EmptyState title="Aucun nom à montrer pour ces critères" />
      </Frame>
    )
  const first = firstOfLetters(groups)
  return (
    <Frame {...frame}>
      <Ways {...frame} letters={letters} />
      <Names caption={captionOf(frame, groups)} groups={groups.slice(0, isAll ? TOP : MOST)} />
      {!isAll && groups.length > MOST && (
        <p class="aide">{`Les ${formatNumber(MOST)} plus fréquents sont ici, tous sont dans le fichier csv.`}</p>
      )}
      {isAll && groups.length > TOP && (
        <>
          <h2>Le plus fréquent de chaque lettre</h2>
          <Names caption="Le plus fréquent de chaque lettre" groups={first} hasLetter />
        </>
      )}
      <NameNote since={since} />
    </Frame>
  )
}

function captionOf({ filter }: FrameProps, groups: readonly NameGroup[]): string {
  if (filter.seuls) return `${plural(groups.length, 'nom présent', 'noms présents')} seulement ici`
  if (filter.lettre !== '') return plural(groups.length, 'nom', 'noms')
  return groups.length > TOP
    ? `Les ${TOP} plus fréquents de ${plural(groups.length, 'nom', 'noms')}`
    : plural(groups.length, 'nom', 'noms')
}

/** Other ways to look at the names: a letter, or what is found here alone. */
function Ways({ filter, url, letters }: FrameProps & { letters: readonly string[] }) {
  const hasPart = filter.lieu !== null || filter.section !== null
  return (
    <>
      {letters.length > 1 && (
        <nav aria-label="Lettres">
          <ul class="jetons">
            {letters.map((letter) => (
              <li>
                {letter === filter.lettre ? (
                  <strong aria-current="true">{letter}</strong>
                ) : (
                  <a href={url({ lettre: letter })}>{letter}</a>
                )}
              </li>
            ))}
          </ul>
        </nav>
      )}
      <p class="sans-papier">
        {hasPart ? (
          !filter.seuls && <a href={url({ seuls: 1, lettre: null })}>Noms présents seulement ici</a>
        ) : (
          <span class="aide">Choisissez un lieu ou une section pour voir les noms présents seulement là.</span>
        )}
      </p>
    </>
  )
}

interface NamesProps {
  caption: string
  groups: readonly NameGroup[]
  hasLetter?: boolean
}

function Names({ caption, groups, hasLetter = false }: NamesProps) {
  const most = Math.max(...groups.map(({ n }) => n))
  const columns: Column<NameGroup>[] = [
    ...(hasLetter ? [{ label: 'Lettre', cell: initialOf }] : []),
    { label: 'Nom', kind: 'nom', head: true, cell: ({ nom }) => <a href={searchOf(nom)}>{nom}</a> },
    { label: 'Actes', kind: 'nombre', cell: ({ n }) => formatNumber(n) },
    { label: 'Fréquence', cell: ({ n }) => <ShareBar n={n} most={most} /> },
    { label: 'Autres graphies', cell: spellingsOf },
  ]
  return <Table caption={caption} showCaption columns={columns} rows={[...groups]} />
}

/** Finds the acts of a name by its sound. */
const searchOf = (nom: string): string => `/recherche?${new URLSearchParams({ nom, mode: 'sonore' })}`
