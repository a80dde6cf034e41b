import { SaxesParser } from 'saxes'
import { ElsewhereError } from './faults.ts'

/** An element that is asked for, by the names of the elements in it, prefixes left out; of two of one name the first that says something. */
export type XmlRow = Record<string, string>

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * The elements of that name in an answer, each with the texts of all that lies in it. ElsewhereError `reponse` for what is no XML.
 * An element without text is there with ''.
 */
export function rowsOf(xml: string, row: string): XmlRow[] {
  const rows: XmlRow[] = []
  const open: string[] = []
  let current: XmlRow | undefined
  let text = ''
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    open.push(localName(name))
    if (open.at(-1) === row) current = {}
    text = ''
  })
  parser.on('text', (more) => {
    text += more
  })
  parser.on('closetag', () => {
    const name = open.pop() ?? ''
    if (current && name === row) {
      rows.push(current)
      current = undefined
    } else if (current && !current[name]) current[name] = text.trim()
    text = ''
  })
  try {
    parser.write(xml).close()
  } catch (error) {
    throw new ElsewhereError('reponse', { cause: error })
  }
  return rows
}
