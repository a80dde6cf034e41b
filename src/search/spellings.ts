// The spellings kept by the community (features/orthographes), as a name asked for by its sound meets them.
import { dialectOf } from '../db/dialect/index.ts'
import type { Db } from '../db/schema.ts'
import type { SpellingSign } from '../db/schema-orthographes.ts'
import { idsOf } from '../lib/place-path.ts'
import type { NameKind } from './marks.ts'

/** An accepted line, in the words of the index. */
export interface SpellingLine {
  id: number
  signe: SpellingSign
  cle_a: string
  cle_b: string
  /** Places above the one that it holds for, that one included; 0: it holds everywhere. */
  depth: number
}

/** The words that a name stands for once the lines have spoken. */
export interface Respelled {
  words: string[]
  /** Words that no sound brought, but a line. */
  added: string[]
  /** Words that a line keeps away, met in the archive or not. */
  apart: string[]
  /** Ids of the lines that had a say. */
  lines: number[]
}

/** Words that one name may get from lines; a longer chain of lines is somebody's mistake. */
const MAX_ADDED = 100
/** Rounds of reading: each follows the lines of the words that the one before has found. */
const MAX_ROUNDS = 10

/** The line of each pair that holds here: of the narrowest place. */
function narrowest(lines: readonly SpellingLine[]): SpellingLine[] {
  const pairs = new Map<string, SpellingLine>()
  for (const line of lines) {
    const key = `${line.cle_a} ${line.cle_b}`
    const known = pairs.get(key)
    if (!known || line.depth > known.depth) pairs.set(key, line)
  }
  return [...pairs.values()]
}

/** The other name of a line; undefined of a line without this name. */
function otherOf({ cle_a, cle_b }: Pick<SpellingLine, 'cle_a' | 'cle_b'>, word: string): string | undefined {
  if (cle_a === word) return cle_b
  return cle_b === word ? cle_a : undefined
}

/** « Le Gouff » is in the index as « legouff », and by « gouff » too. */
const PARTICLES = /^(?:les?|la?|des?|du?)+$/

/** Is the word what is left of this name without its particles? */
const isBare = (word: string, name: string): boolean =>
  name.endsWith(word) && PARTICLES.test(name.slice(0, -word.length))

/** Whatever lines of `=` tie to a name, step by step. */
function group(typed: string, ties: readonly SpellingLine[]): { words: string[]; lines: number[] } {
  const words = new Set([typed])
  const lines = new Set<number>()
  for (const word of words) {
    for (const tie of ties) {
      const other = otherOf(tie, word)
      if (other === undefined) continue
      lines.add(tie.id)
      if (words.size <= MAX_ADDED) words.add(other)
    }
  }
  return { words: [...words], lines: [...lines] }
}

/** A name asked for by its sound, in words of the index. */
export interface SoughtName {
  kind: NameKind
  /** As it was typed. */
  typed: string
  /** All that sounds like it, what was typed among them. */
  words: readonly string[]
  /** The place asked for. */
  lieuId: number | undefined
}

/**
 * Those words with what the lines add to the name typed, and without what they keep away from it. A name gets the whole group of
 * `=` that it stands in; `≠` wins over sound and over a group, for its own pair alone.
 */
export function respelled(
  { kind, typed, words }: Omit<SoughtName, 'lieuId'>,
  lines: readonly SpellingLine[],
): Respelled {
  const here = narrowest(lines)
  const found = group(
    typed,
    here.filter(({ signe }) => signe === 'egal'),
  )
  const against = here.filter((line) => line.signe === 'different' && otherOf(line, typed) !== undefined)
  const apart = new Set(against.map((line) => otherOf(line, typed) ?? ''))
  const added = found.words.filter((word) => word !== typed && !words.includes(word) && !apart.has(word))
  // The added words come before those that only sound alike: a list that is cut keeps them.
  const own = words.filter((word) => word === typed)
  const isApart = (word: string) =>
    apart.has(word) || (kind === 'nom' && !isBare(word, typed) && [...apart].some((name) => isBare(word, name)))
  const others = words.filter((word) => word !== typed && !isApart(word))
  return {
    words: [...own, ...added, ...others],
    added,
    apart: [...apart],
    lines: [...found.lines, ...against.map(({ id }) => id)],
  }
}

/** The accepted lines of these names, whatever place they hold for. */
function linesOf(db: Db, kind: NameKind, words: readonly string[]) {
  const { inList } = dialectOf(db).sql
  const by = (column: 'cle_a' | 'cle_b') =>
    db
      .selectFrom('orthographes')
      .select(['id', 'signe', 'cle_a', 'cle_b', 'lieu_id'])
      .where('genre', '=', kind)
      .where('etat', '=', 'acceptee')
      .where((eb) => inList(eb.ref(column), words))
  // Twice, each by an index of its own: « or » would have an engine read the table.
  return by('cle_a').union(by('cle_b')).execute()
}

type StoredLine = Awaited<ReturnType<typeof linesOf>>[number]

/** Ids of a place and of those that it lies in, the widest first; none where no place is asked for. */
async function pathOf(db: Db, lieuId: number | undefined): Promise<number[]> {
  if (lieuId === undefined) return []
  const lieu = await db.selectFrom('lieux').select('chemin').where('id', '=', lieuId).executeTakeFirst()
  return idsOf(lieu?.chemin ?? '')
}

/** Lines that hold at the place asked for; of those of some place, none where no place is asked for. */
async function linesAt(db: Db, lieuId: number | undefined, lines: readonly StoredLine[]): Promise<SpellingLine[]> {
  const path = lines.some(({ lieu_id }) => lieu_id !== null) ? await pathOf(db, lieuId) : []
  return lines.flatMap(({ lieu_id, ...line }) => {
    const depth = lieu_id === null ? 0 : path.indexOf(lieu_id) + 1
    return lieu_id === null || depth > 0 ? [{ ...line, depth }] : []
  })
}

/** Asks what sounds like a name by the decisions of the site, at the place asked for. */
export async function respell(db: Db, sought: SoughtName): Promise<Respelled> {
  const lines = new Map<number, SpellingLine>()
  const asked = new Set<string>()
  let next = [sought.typed].filter(Boolean)
  for (let round = 0; next.length > 0 && round < MAX_ROUNDS && asked.size <= MAX_ADDED; round += 1) {
    for (const word of next) asked.add(word)
    const found = await linesAt(db, sought.lieuId, await linesOf(db, sought.kind, next))
    for (const line of found) lines.set(line.id, line)
    const names = found.filter(({ signe }) => signe === 'egal').flatMap(({ cle_a, cle_b }) => [cle_a, cle_b])
    next = [...new Set(names)].filter((word) => !asked.has(word))
  }
  return respelled(
    sought,
    [...lines.values()].sort((a, b) => a.id - b.id),
  )
}
