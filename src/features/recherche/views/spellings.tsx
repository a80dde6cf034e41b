import { fold, words } from '../../../lib/text.ts'
import { NBSP, NNBSP, quoted } from '../../../lib/typo.ts'
import { CheckField, Fieldset } from '../../../ui/field.tsx'
import { Form, Submit } from '../../../ui/form.tsx'
import { PageHead } from '../../../ui/page.tsx'
import type { Spelling, SpellingGroup } from '../queries/spellings.ts'
import type { Criteria } from '../rules/criteria.ts'
import { searchParams, searchUrl, spellingsUrl } from '../rules/urls.ts'
import { numberText } from './tally.tsx'

const ID = 'graphies'
const SOUNDS = 'recherche-sons'
/** So many neighbours are named beside the name asked for; the list has them all. */
const MAX_NEIGHBOURS = 6

/** The names of the search in one quiet line; neighbours by sound join it with their list. */
export function Sought({ text }: { text: string }) {
  return (
    <p class="aide recherche-dit">
      {text}
      <span id={SOUNDS} />
    </p>
  )
}

/** « , sons voisins : LE GOF (3), LEGOFFE (1) ». */
function neighbours(groups: readonly SpellingGroup[]): string {
  const others = groups.flatMap(({ typed, list }) => {
    const own = new Set([fold(typed), ...words(typed)])
    return list.filter(({ word, isKept }) => isKept && !own.has(word))
  })
  if (others.length === 0) return ''
  const told = others.slice(0, MAX_NEIGHBOURS).map(({ word, total }) => `${word.toUpperCase()} (${numberText(total)})`)
  return `, sons voisins${NBSP}: ${told.join(', ')}${others.length > told.length ? '…' : ''}`
}

/** htmx puts this in the page of results. */
export function SpellingsPart(props: SpellingsProps) {
  return (
    <>
      <SpellingsList {...props} />
      <span id={SOUNDS} hx-swap-oob="true">
        {neighbours(props.groups)}
      </span>
    </>
  )
}

/** The list comes by itself after the page, or by its link: counting each spelling must not keep the results waiting. */
export function SpellingsLater({ criteria }: { criteria: Criteria }) {
  const href = spellingsUrl(criteria)
  return (
    <p id={ID} hx-get={href} hx-trigger="load" hx-swap="outerHTML">
      <a href={href}>Graphies trouvées et leur nombre</a>
    </p>
  )
}

export interface SpellingsProps {
  criteria: Criteria
  groups: SpellingGroup[]
}

export function SpellingsPage(props: SpellingsProps) {
  return (
    <>
      <PageHead
        title="Graphies trouvées"
        lead={`Décochez celles qui ne sont pas le nom que vous cherchez${NNBSP}; la recherche se fait alors sans elles.`}
      />
      <SpellingsList {...props} />
      <p>
        <a href={searchUrl(props.criteria)}>Revenir aux résultats</a>
      </p>
    </>
  )
}

function SpellingsList(props: SpellingsProps) {
  const { criteria, groups } = props
  const shown = groups.filter(({ list }) => list.length > 0)
  if (shown.length === 0) return <NoSpelling {...props} />
  return (
    <Form action="/recherche/graphies/choix" method="get" id={ID} class="recherche-graphies">
      {searchParams(criteria).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {shown.map((group, at) => (
        <Group {...group} at={at} />
      ))}
      <Submit>Chercher les graphies cochées</Submit>
      {criteria.sauf.length > 0 && (
        <>
          {' '}
          <a href={searchUrl(criteria, { sauf: [] })}>Toutes les graphies</a>
        </>
      )}
      <p class="aide">
        <a href="/orthographes">Orthographes du site</a>
      </p>
    </Form>
  )
}

/** Whoever finds nothing may know how else the name is written. */
function NoSpelling({ groups }: SpellingsProps) {
  const [first] = groups
  return (
    <p id={ID}>
      {`Aucune graphie trouvée${NBSP}: aucun nom ne se prononce ainsi. `}
      {first && <a href={proposeUrl(first)}>Proposer une orthographe</a>}
    </p>
  )
}

/** The form of a new line, with the name typed. */
const proposeUrl = ({ typed, kind }: SpellingGroup): string =>
  `/orthographes/nouvelle?${new URLSearchParams({ nom1: typed, genre: kind })}`

function Group({ at, ...group }: SpellingGroup & { at: number }) {
  const { typed, list, apart, isCut } = group
  return (
    <Fieldset
      legend={`Se prononce comme ${quoted(typed)}`}
      {...(isCut && { help: 'Seules les graphies les plus fréquentes sont comptées.' })}
    >
      <div class="cases">
        {list.map((one, n) => (
          <Choice {...one} id={`graphie-${at}-${n}`} />
        ))}
      </div>
      <p class="aide">
        {apart.length > 0 && `Écarté par décision du site${NBSP}: ${apart.join(', ')}. `}
        <a href={proposeUrl(group)}>Proposer une orthographe</a>
      </p>
    </Fieldset>
  )
}

function Choice({ word, total, isKept, isDecided, id }: Spelling & { id: string }) {
  const found = isDecided ? `${numberText(total)}, par décision du site` : numberText(total)
  return (
    <div>
      <input type="hidden" name="graphie" value={word} />
      <CheckField name="garder" id={id} label={`${word} (${found})`}>
        <input type="checkbox" name="garder" value={word} checked={isKept} />
      </CheckField>
    </div>
  )
}
