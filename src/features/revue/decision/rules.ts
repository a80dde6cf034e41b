import { formatNumber, plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { MAX_MOTIF } from '../../sources/rules/workflow.ts'
import { upperBound } from '../rules/estimates.ts'
import type { Errors } from '../sample-queries.ts'
import type { FieldFindings, Findings } from './queries.ts'

const GRAVE = 'acte avec une erreur grave'
const GRAVES = 'actes avec une erreur grave'

const percent = (share: number): string => `${(share * 100).toLocaleString('fr', { maximumFractionDigits: 1 })}${NBSP}%`

/** « 2 actes avec une erreur grave, 1 gênante, 4 légères », each act by the gravest; « aucune erreur ». */
export function errorsSentence({ graves, genantes, legeres }: Errors): string {
  const parts = [
    graves > 0 && plural(graves, GRAVE, GRAVES),
    genantes > 0 && plural(genantes, 'acte avec une erreur gênante', 'actes avec une erreur gênante'),
    legeres > 0 && plural(legeres, 'acte avec une erreur légère', 'actes avec une erreur légère'),
  ].filter(Boolean)
  return parts.length === 0 ? 'aucune erreur' : parts.join(', ')
}

type SampleFound = NonNullable<Findings['sample']>

/** Tells what share of the source may be wrong, with a certainty of 95 %; undefined as long as nothing was read. */
export function boundSentence({ read, graves, population }: SampleFound): string | undefined {
  if (read === 0) return undefined
  const bound = upperBound(graves, read)
  const acts = Math.floor(bound * population)
  return `D’après eux, la source a au plus ${percent(bound)} d’actes avec une erreur grave${NBSP}: ${formatNumber(acts)} sur ${formatNumber(population)} (certitude de 95${NBSP}%).`
}

export interface Outcome {
  tone: 'ok' | 'err' | 'info'
  word: string
  /** The rule that says so. */
  text: string
}

/** How the sample ends: it may not be over, and one grave error too many decides before it is. */
export function outcomeOf({ read, drawn, graves, accepte }: SampleFound): Outcome {
  const text = `Il est accepté jusqu’à ${plural(accepte, GRAVE, GRAVES)}.`
  if (graves > accepte) return { tone: 'err', word: 'refusé', text }
  if (read === drawn) return { tone: 'ok', word: 'accepté', text }
  const left = plural(drawn - read, 'acte reste à lire', 'actes restent à lire')
  return { tone: 'info', word: 'en cours', text: `${left.charAt(0).toUpperCase()}${left.slice(1)}. ${text}` }
}

/** Fields that are named in a reason: those beyond are a list that nobody reads. */
const FIELDS = 8
/** Acts are named up to so many, and the others counted. */
const ACTS = 20

interface Told {
  findings: Findings
  labels: ReadonlyMap<string, string>
  /** Acts in which something is wrong, as one names them. */
  acts: readonly string[]
  nb_releves: number
}

/** The reason of a rejection as the findings write it, to be gone over by whoever rejects; '' where nothing was found. */
export function proposedReason({ findings, labels, acts, nb_releves }: Told): string {
  const { errors, read, byField } = findings
  if (errors.graves + errors.genantes + errors.legeres === 0 && acts.length === 0) return ''
  const said = [
    `À la relecture de ${plural(read, 'acte', 'actes')} sur ${formatNumber(nb_releves)}${NBSP}: ${errorsSentence(errors)}.`,
    ...byField.slice(0, FIELDS).map((field) => fieldSentence(field, labels)),
    acts.length > 0 && `À revoir${NBSP}: ${some(acts)}.`,
  ].filter((line) => line !== false)
  return said.join('\n').slice(0, MAX_MOTIF)
}

function fieldSentence({ champ, actes, graves }: FieldFindings, labels: ReadonlyMap<string, string>): string {
  const grave = graves > 0 ? `, dont ${plural(graves, 'grave', 'graves')}` : ''
  return `${labels.get(champ) ?? champ}${NBSP}: ${plural(actes, 'correction', 'corrections')}${grave}.`
}

function some(acts: readonly string[]): string {
  const more = acts.length - ACTS
  return [...acts.slice(0, ACTS), ...(more > 0 ? [`et ${plural(more, 'autre', 'autres')}`] : [])].join(', ')
}
