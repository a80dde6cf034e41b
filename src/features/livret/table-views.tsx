import type { Child } from 'hono/jsx'
import { type BookLine, letterOf } from './rules.ts'

/** The columns of one of the two tables. */
interface Shape {
  title: string
  headers: string[]
  cells: (line: BookLine) => Child[]
  /** Cells from this one on are short, and stay on one line, but for the words of the act. */
  end: number
}

const shapeOf = (table: 'noms' | 'couples', hasSources: boolean): Shape => {
  const last = hasSources ? ['Source'] : []
  const end = (line: BookLine) => [line.date, line.acte, line.numero, ...(hasSources ? [line.source] : [])]
  return table === 'noms'
    ? {
        title: 'Table par nom',
        headers: ['Nom', 'Prénoms', 'Date', 'Acte', 'N°', ...last],
        cells: (line) => [line.nom === '' ? '(sans nom)' : line.nom, line.prenom, ...end(line)],
        end: 2,
      }
    : {
        title: 'Table par couple',
        headers: ['Nom', 'Prénoms', 'et', 'Date', 'Acte', 'N°', ...last],
        cells: (line) => [line.nom === '' ? '(sans nom)' : line.nom, line.prenom, line.autre, ...end(line)],
        end: 3,
      }
}

interface TableProps {
  table: 'noms' | 'couples'
  name: string
  hasSources: boolean
}

/** A table without its rows, which come after it was begun; its head stands on each page that is printed. */
export function BookTable({ table, name, hasSources }: TableProps) {
  const { title, headers } = shapeOf(table, hasSources)
  return (
    <section class="cadre livret-corps" aria-label={title} tabindex={0}>
      <h2>{title}</h2>
      <table class="livret-table">
        <thead>
          <tr class="livret-rappel">
            <td colspan={headers.length}>{`${title} – ${name}`}</td>
          </tr>
          <tr>
            {headers.map((label) => (
              <th scope="col">{label}</th>
            ))}
          </tr>
        </thead>
      </table>
    </section>
  )
}

interface RowsProps {
  table: 'noms' | 'couples'
  hasSources: boolean
  lines: readonly BookLine[]
  /** The line above them. */
  above: BookLine | undefined
}

/** Some rows of a table; each letter has a row of its own. */
export function BookRows({ table, hasSources, lines, above }: RowsProps) {
  const { headers, cells, end } = shapeOf(table, hasSources)
  return (
    <tbody>
      {lines.map((line, at) => {
        const letter = letterOf(line)
        const before = at === 0 ? above : lines[at - 1]
        return (
          <>
            {letter !== '' && (before === undefined || letterOf(before) !== letter) && (
              <tr class="livret-lettre">
                <th colspan={headers.length} scope="rowgroup">
                  {letter}
                </th>
              </tr>
            )}
            <tr>
              {cells(line).map((cell, column) => (
                <td class={column >= end && column !== end + 1 ? 'court' : undefined}>{cell}</td>
              ))}
            </tr>
          </>
        )
      })}
    </tbody>
  )
}
