// biome-ignore-all lint/suspicious/noTemplateCurlyInString: lines of sources are quoted here
// A number beside a noun: French has its plural from two on, so that « 0 relevé », « 1 source : rattachez-la », « 2 mots de passe. Chacun
// devra… ». Sentences are asked with 0, 1 and 2; a search of the sources finds numbers that no rule goes with.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stuckInWords } from '../../src/features/administration/taches/rules.ts'
import { heldBy } from '../../src/features/depots/actions.ts'
import { countLabel } from '../../src/features/droits/status.ts'
import { usedBy as sectionUsed } from '../../src/features/sections/actions.ts'
import { usedBy as typeUsed } from '../../src/features/types-lieux/actions.ts'
import { expiryOf } from '../../src/features/users/access-views.tsx'
import { spanInWords } from '../../src/lib/ages.ts'
import { agreed, plural } from '../../src/lib/text.ts'

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

/** Each sentence stands here as it says 0, 1 and 2; undefined where it is never said of so many. */
const SENTENCES: [string, (n: number) => string, [string | undefined, string, string]][] = [
  ['plural', (n) => plural(n, 'relevé', 'relevés'), ['0 relevé', '1 relevé', '2 relevés']],
  ['agreed', (n) => agreed(n, 'la', 'les'), ['la', 'la', 'les']],
  [
    'a section with sources',
    sectionUsed,
    [
      undefined,
      'Cette section a 1 source : rattachez-la d’abord à une autre section.',
      'Cette section a 2 sources : rattachez-les d’abord à une autre section.',
    ],
  ],
  [
    'a repository with sources',
    (n) => heldBy({ sources: n, registres: 0 }) ?? '',
    [
      undefined,
      'Ce dépôt conserve 1 source : indiquez-lui d’abord un autre dépôt.',
      'Ce dépôt conserve 2 sources : indiquez-leur d’abord un autre dépôt.',
    ],
  ],
  [
    'a type with places',
    typeUsed,
    [
      undefined,
      'Un lieu est de ce type : donnez-lui d’abord un autre type.',
      '2 lieux sont de ce type : donnez-leur d’abord un autre type.',
    ],
  ],
  ['temporary passwords', (n) => expiryOf(n).split(' devra')[0] ?? '', [undefined, 'Il', 'Chacun']],
  ['sources validated', (n) => countLabel('validee', n), ['Validée', 'Validée', 'Validées']],
  ['sources to come', (n) => countLabel('a_relever', n), ['À relever', 'À relever', 'À relever']],
  ['days', spanInWords, ['0 jour', '1 jour', '2 jours']],
  [
    'mails that did not leave',
    (n) => stuckInWords({ total: n, mails: n, parked: 0 }).what,
    [undefined, '1 courriel n’est pas parti.', '2 courriels ne sont pas partis.'],
  ],
]

test.each(SENTENCES)('%s is right for 0, 1 and 2', (_what, sentence, expected) => {
  expect(expected.map((text, n) => text && plain(sentence(n)))).toEqual(expected)
})

const NOUNS =
  `relevés sources lieux comptes actes personnes jours heures minutes secondes lignes champs colonnes mots fichiers versions
  vues images brouillons notifications sections dépôts valeurs noms années ans octets caractères tentatives connexions courriels tâches
  réponses résultats modifications erreurs sauvegardes communes orthographes abréviations groupes enfants mariages baptêmes`
    .split(/\s+/)
    .join('|')
/** « ${n} relevés », « {n}&nbsp;relevés ». A name in capitals is a limit, which is more than one and does not move. */
const BESIDE = new RegExp(
  `\\$?\\{(?!(?:formatNumber\\()?[A-Z_]+\\b)(?:formatNumber\\()?[\\w.]+(?:\\([^)]*\\))?(?: \\?\\? 0)?\\)?\\}(?:[ \\u00a0\\u202f]|\\$\\{N?NBSP\\}|\\\\u00a0|&nbsp;|\\{' '\\})+(?:${NOUNS})(?![\\wé=])`,
)
/** The line, or one of the two before it, tells one from many. */
const TOLD = /===? ?1\b|<=? ?[12]\b|>=? ?[12]\b|> MAX_|isMore/
/** Outside of `plural` the rest of the sentence has to fit one as well. */
const DEPENDS =
  /[-\s’](les d’abord|leur d’abord|-les|-leur|ils|elles|sont|ont|devront|seront|restent|attendent|peuvent)\b/

/** Numbers that are many wherever they are said: told here with why. */
const MANY: Record<string, string> = {
  'src/champs/place-choice.ts': 'places of one name',
  'src/cli/work/update.ts': 'the case of one has a sentence of its own, on the line above',
  'src/features/auth/limits.ts': 'the case of one is told line by line',
  'src/features/carte/views/place.tsx': 'shown where a bubble has more sources than it lists',
  'src/features/inventaire/views/list.tsx': 'more than a page of them',
  'src/features/lieux/communes/views.tsx': 'the communes of France',
  'src/features/lieux/views/show.tsx': 'the case of one has a sentence of its own',
  'src/features/recherche/famille/rules/spans.ts': 'spans of several months or years',
  'src/features/recherche/famille/rules/verdict.ts': 'judgements on several acts, and the age of a mother',
  'src/features/releves/columns-form.ts': 'a limit',
  'src/features/releves/rules/pasted.ts': 'a limit, and lines that have so many cells',
  'src/features/sources/views/list.tsx': 'more than a page of them',
  'src/features/users/list-views.tsx': 'more than a page of them',
  'src/web/form.ts': 'a limit',
  'static/js/carte-bulle.js': 'places that stand on one another',
}

const root = join(import.meta.dirname, '../..')

function findIn(text: string): string[] {
  const lines = text.split('\n')
  return lines.filter((line, i) => {
    if (/^\s*(\/\/|\*|\/\*)/.test(line)) return false
    const isTold = TOLD.test(lines.slice(Math.max(0, i - 2), i + 1).join(' '))
    const rest = line.replace(/(?:plural|agreed)\([^)]*\)/g, '')
    return !isTold && (BESIDE.test(line) || (/\bplural\(/.test(line) && /[`"]/.test(line) && DEPENDS.test(rest)))
  })
}

test('the search sees a number beside a noun, and what depends on it', () => {
  const guilty = [
    'say(`${rows} lignes copiées`)',
    'say(`${formatNumber(lignes.sources ?? 0)} sources.`)',
    '<p>{formatNumber(n)} relevés</p>',
    'const age = `${age}${NBSP}ans`',
    "`Cette section a ${plural(n, 'source', 'sources')} : rattachez-les d’abord.`",
    "`${plural(n, 'lieu', 'lieux')} sont de ce type.`",
  ]
  expect(guilty.filter((line) => findIn(line).length === 0)).toEqual([])
  const innocent = [
    'say(`${MAX_LINES} lignes au plus`)',
    "say(`${plural(n, 'ligne copiée', 'lignes copiées')}.`)",
    'n === 1 ? `1 lieu proposé` : `${count} lieux proposés`',
    '<Row row={row} champs={champs} />',
    "`Cette section a ${plural(n, 'source', 'sources')} : ${agreed(n, 'rattachez-la', 'rattachez-les')} d’abord.`",
  ]
  expect(innocent.filter((line) => findIn(line).length > 0)).toEqual([])
})

test('no number stands beside a noun without the rule that goes with it', () => {
  const files = execFileSync('git', ['ls-files', 'src', 'static/js'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
  expect(files.length).toBeGreaterThan(500)
  const found = files
    .filter((file) => !(file in MANY))
    .flatMap((file) => findIn(readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line.trim()}`))
  expect(found).toEqual([])
})
