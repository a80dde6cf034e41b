import { z } from 'zod'
import { type Body, choice, flag, optionalId, type Parsed, parseForm, refused, shown } from '../../web/form.ts'
import type { Plan } from './rules/plan.ts'

const CREATE = 'creer'
const NONE = 'aucun'

const Fields = z.object({
  section_id: optionalId,
  status: choice(['en_cours', 'validee'], 'Choisissez un statut dans la liste.'),
  nouvelles: flag,
})

export interface Decision {
  plan: Plan
  /** Sources that are there already are left as they are: new ones are made beside them. */
  isNew: boolean
}

/** The names of the controls of the n-th commune and kind of act. */
export const lieuName = (n: number): string => `lieu_${n}`
export const typeName = (n: number): string => `type_${n}`

const asId = (text: string): number | null => (/^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : null)

/** Reads the choice for one commune: a place, one to be made, or none. */
function placeOf(text: string) {
  const lieu_id = asId(text)
  if (lieu_id !== null) return { lieu_id, creer: false }
  if (text === CREATE || text === NONE) return { lieu_id: null, creer: text === CREATE }
  return undefined
}

const WHICH_PLACE = 'choisissez un lieu, sa création, ou «\u00a0sans lieu\u00a0».'
const NO_TYPE = 'Choisissez un type de source pour au moins un genre d’actes.'
const SECTION = 'Choisissez une des sections que vous gérez.'

export interface Allowed {
  sections: readonly { id: number }[]
  types: readonly { id: number }[]
  needsSection: boolean
}

/** Reads what was decided of a dossier; ids are held against what may be chosen here, places by the database later on. */
export function readDecision(raw: Body, plan: Plan, allowed: Allowed): Parsed<Decision> {
  const fields = parseForm(Fields, { ...raw, status: shown(raw, 'status') || 'en_cours' })
  const errors: Record<string, string> = fields.ok ? {} : { ...fields.errors }
  const communes = plan.communes.map((commune, n) => {
    const chosen = placeOf(shown(raw, lieuName(n)))
    if (!chosen) errors[lieuName(n)] = `${commune.nom}\u00a0: ${WHICH_PLACE}`
    return { ...commune, ...chosen }
  })
  const classes = plan.classes.map((one, n) => {
    const type = asId(shown(raw, typeName(n)))
    return { ...one, type_source_id: allowed.types.some(({ id }) => id === type) ? type : null }
  })
  if (classes.every(({ type_source_id }) => type_source_id === null)) errors[typeName(0)] = NO_TYPE
  if (!fields.ok) return refused(raw, errors)
  const { section_id, status, nouvelles } = fields.value
  if (section_id === null ? allowed.needsSection : !allowed.sections.some(({ id }) => id === section_id))
    errors.section_id = SECTION
  if (status === 'validee' && allowed.needsSection) errors.status = 'Seul un administrateur peut choisir ce statut.'
  if (Object.keys(errors).length > 0) return refused(raw, errors)
  return { ok: true, value: { plan: { ...plan, communes, classes, section_id, status }, isNew: nouvelles } }
}

/** The plan as its form shows it. */
export function rawOfPlan({ communes, classes, section_id, status }: Plan): Body {
  const raw: Body = { section_id: String(section_id ?? ''), status }
  for (const [n, { lieu_id, creer }] of communes.entries())
    raw[lieuName(n)] = lieu_id === null ? (creer ? CREATE : '') : String(lieu_id)
  for (const [n, { type_source_id }] of classes.entries()) raw[typeName(n)] = String(type_source_id ?? '')
  return raw
}
