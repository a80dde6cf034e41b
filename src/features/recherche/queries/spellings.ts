// The spellings that « sounds like » stands for, as the reader may choose among them.
import type { SearchQuery } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import { type Body, shownAll } from '../../../lib/body.ts'
import type { NameKind } from '../../../search/marks.ts'
import { planOf } from '../../../search/plan.ts'
import type { OneSpelling } from '../../../search/wording.ts'
import type { CurrentUser } from '../../../web/env.ts'
import type { Criteria } from '../rules/criteria.ts'
import { wordList } from '../rules/criterion.ts'
import { searchFor } from './search.ts'
import { type Count, countFound } from './tally.ts'

/** Spellings of one name that are counted, the commonest of the archive. */
const MAX_LISTED = 40

export interface Spelling {
  word: string
  /** Records found by this spelling alone. */
  total: Count
  isKept: boolean
  /** It does not sound so: a line of the site adds it. */
  isDecided: boolean
}

/** The spellings of one name asked for. */
export interface SpellingGroup {
  typed: string
  kind: NameKind
  list: Spelling[]
  /** Kept away by lines of the site, found in the archive or not. */
  apart: string[]
  /** Is the list longer than what is told? */
  isCut: boolean
}

/**
 * Counts each spelling that sounds like a name asked for, under the other criteria and in the sources that this user
 * sees: a spelling found nowhere there is not told, so that a hidden source is not either.
 */
export async function spellingGroups(db: Db, user: CurrentUser, criteria: Criteria): Promise<SpellingGroup[]> {
  // Whatever is left out of the search: its place in the list is that of all spellings.
  const { plan, query } = await searchFor(db, user, { ...criteria, sauf: [] })
  const sauf = new Set(criteria.sauf)
  const groups: SpellingGroup[] = []
  for (const [sounding, { typed, words, added, apart }] of plan.sounding.entries()) {
    const list: Spelling[] = []
    for (const word of words.slice(0, MAX_LISTED)) {
      const total = await countOne(db, criteria, query, { sounding, word })
      if (total.n > 0) list.push({ word, total, isKept: !sauf.has(word), isDecided: added.includes(word) })
    }
    list.sort((a, b) => b.total.n - a.total.n || (a.word < b.word ? -1 : 1))
    groups.push({ typed, kind: kindOf(criteria, typed), list, apart, isCut: words.length > MAX_LISTED })
  }
  return groups
}

/** Which kind of name this is; of a word of the box, which may be either, a surname. */
const kindOf = ({ names, names2 }: Criteria, typed: string): NameKind =>
  [...names, ...names2].find(
    (name) => name.mode === 'sonore' && name.typed.split(' ').concat(name.typed).includes(typed),
  )?.kind ?? 'nom'

const NONE: Count = { n: 0, isMore: false }

async function countOne(db: Db, criteria: Criteria, query: SearchQuery, only: OneSpelling): Promise<Count> {
  const { expr } = await planOf(db, criteria, { only })
  return expr ? countFound(db, { ...query, expr }) : NONE
}

/** The spellings to leave out once the boxes of the list are ticked: `graphie` was shown, `garder` is ticked. */
export function spellingsLeftOut(raw: Body, { sauf }: Criteria): string[] {
  const [shown, kept] = [wordList(shownAll(raw, 'graphie')), new Set(wordList(shownAll(raw, 'garder')))]
  return [...sauf.filter((word) => !shown.includes(word)), ...shown.filter((word) => !kept.has(word))].sort()
}
