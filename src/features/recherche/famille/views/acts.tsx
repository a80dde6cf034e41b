// The acts of a family one under the other, each a link to its record; years without a register stand in their place.

import { dateInWords } from '../../../../lib/dates.ts'
import { NBSP } from '../../../../lib/typo.ts'
import type { FamilyQuestion } from '../form.ts'
import type { Asked, FamilyAct } from '../rules/acts.ts'
import type { Line } from '../rules/children.ts'
import type { SetAside } from '../rules/couples.ts'
import { type Family, yearOf } from '../rules/family.ts'
import type { Gap } from '../rules/gaps.ts'
import {
  aboutInWords,
  eventInWords,
  gapInWords,
  gapYears,
  laterInWords,
  parentsInWords,
  spellingsOf,
} from '../rules/words.ts'

type Row = { year: number; line: Line } | { year: number; gap: Gap }

/** Lines and gaps in one order: a gap stands before the acts of its first year. */
function rowsOf({ lines, gaps }: Family): Row[] {
  const all: Row[] = [
    ...gaps.map((gap) => ({ year: gap.from, gap })),
    ...lines.map((line) => ({ year: yearOf(line.act) ?? Number.MAX_SAFE_INTEGER, line })),
  ]
  return all.sort((a, b) => a.year - b.year)
}

const askedOf = ({ nom, prenom, nom2, prenom2 }: FamilyQuestion): Asked => ({
  one: { nom, prenom },
  other: { nom: nom2, prenom: prenom2 },
})

export function ActList({ family, question }: { family: Family; question: FamilyQuestion }) {
  const asked = askedOf(question)
  return (
    <ol class="famille-actes" aria-label="Actes de la famille">
      {rowsOf(family).map((row) =>
        'gap' in row ? <GapRow gap={row.gap} /> : <ActRow line={row.line} asked={asked} />,
      )}
    </ol>
  )
}

const GapRow = ({ gap }: { gap: Gap }) => (
  <li class="famille-lacune">
    <span class="famille-annee">{gapYears(gap)}</span>
    <span>{gapInWords(gap)}</span>
  </li>
)

const yearText = (act: FamilyAct): string => String(yearOf(act) ?? 's. d.')

/** Leads to the record, with its date for who points at it. */
const ActLink = ({ act, children }: { act: FamilyAct; children: string }) => (
  <a href={`/releves/${act.id}`} title={act.when === null ? undefined : dateInWords(act.when.value)}>
    {children}
  </a>
)

function ActRow({ line: { act, later, notes }, asked }: { line: Line; asked: Asked }) {
  const spelt = spellingsOf(act, asked)
  const about = aboutInWords(act)
  const parents = parentsInWords(act)
  return (
    <li>
      <span class="famille-annee">{yearText(act)}</span>
      <span>
        <ActLink act={act}>{eventInWords(act)}</ActLink>
        {act.numero !== '' && ` n°${NBSP}${act.numero}`}
        {spelt.length > 0 && <span class="famille-graphie"> ({spelt.join(', ')})</span>}
        {about !== '' && <> {about}</>}
        {act.isNearby && act.lieu && ` à ${act.lieu.nom_long.split(',')[0]}`}
        {later.map((one) => (
          <>
            {' · '}
            {yearText(one)} <ActLink act={one}>{laterInWords(one)}</ActLink>
          </>
        ))}
        {parents !== '' && <span class="famille-parents">{parents}</span>}
        {notes.map((note) => (
          <span class="famille-note">{note}</span>
        ))}
      </span>
    </li>
  )
}

/** Acts that bear the names and are not shown above, each with its reason. */
export function AsideList({ question, aside }: { question: FamilyQuestion; aside: readonly SetAside[] }) {
  const asked = askedOf(question)
  return (
    <section class="famille-ecartes">
      <h2>Écarté</h2>
      <ul>
        {aside.map(({ act, reason }) => {
          const spelt = spellingsOf(act, asked)
          return (
            <li>
              {yearText(act)} <ActLink act={act}>{eventInWords(act)}</ActLink> {aboutInWords(act)}
              {spelt.length > 0 && ` (${spelt.join(', ')})`}
              {act.isNearby && act.lieu && ` à ${act.lieu.nom_long.split(',')[0]}`}
              {`${NBSP}: ${reason}`}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
