import { shown } from '../../../lib/body.ts'
import { plural } from '../../../lib/text.ts'
import { idList, optionalId } from '../../../web/form.ts'
import type { Asked, LotAction, LotKind } from '../../lots/kind.ts'
import { sourceChoices } from '../queries/sources.ts'
import { assignment, GESTURE_TO, sectionMove, step } from './actions.ts'
import { chosenMembers } from './rules.ts'

const count = (n: number): string => plural(n, 'source', 'sources')

/** « 1 source soumise », « 12 sources soumises ». */
const did = (one: string) => (n: number) => `${count(n)} ${n >= 2 ? `${one}s` : one}.`

const isManager: LotAction['isFor'] = ({ role }) => role !== 'membre'

async function readMembers(asked: Asked) {
  const membres = chosenMembers(asked.raw)
  const active = new Set((await sourceChoices(asked.db, asked.user)).users.map(({ id }) => id))
  const errors = { choix_membres: 'Choisissez au moins une personne dont le compte est actif.' }
  if (membres.length === 0 || membres.some((id) => !active.has(id))) return { ok: false as const, errors }
  return { ok: true as const, detail: { membres, remplace: shown(asked.raw, 'choix_mode') === 'remplacer' } }
}

async function readSection({ db, user, raw }: Asked) {
  const { sections, needsSection } = await sourceChoices(db, user)
  const typed = shown(raw, 'choix_section')
  const section = typed === 'aucune' && !needsSection ? null : (optionalId.safeParse(typed).data ?? 0)
  const isThere = section === null || sections.some(({ id }) => id === section)
  if (!isThere) return { ok: false as const, errors: { choix_section: 'Choisissez une section de la liste.' } }
  return { ok: true as const, detail: { section } }
}

export const sourcesLot: LotKind = {
  kind: 'sources',
  ids: idList,
  count,
  actions: [
    {
      name: 'assigner',
      label: 'Confier…',
      title: (n) => `Confier ${count(n)}`,
      done: did('confiée'),
      isFor: isManager,
      read: readMembers,
      ...assignment,
    },
    {
      name: 'section',
      label: 'Changer de section…',
      title: (n) => `Changer la section de ${count(n)}`,
      done: did('déplacée'),
      isFor: isManager,
      read: readSection,
      ...sectionMove,
    },
    {
      name: GESTURE_TO.a_valider ?? '',
      label: 'Soumettre…',
      title: (n) => `Soumettre ${count(n)} à validation`,
      done: (n) => `${did('soumise')(n).slice(0, -1)} à validation.`,
      ...step('a_valider'),
    },
    {
      name: GESTURE_TO.validee ?? '',
      label: 'Valider…',
      title: (n) => `Valider ${count(n)}`,
      done: did('validée'),
      isFor: isManager,
      ...step('validee'),
    },
  ],
}
