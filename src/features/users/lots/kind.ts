import { shown } from '../../../lib/body.ts'
import { plural } from '../../../lib/text.ts'
import { idList, optionalId } from '../../../web/form.ts'
import { isMembershipKind } from '../../droits/rules/memberships.ts'
import type { Asked, LotAction, LotKind } from '../../lots/kind.ts'
import { sectionChoices } from '../queries.ts'
import { closing, invitation, membership, opening } from './actions.ts'

const count = (n: number): string => plural(n, 'compte', 'comptes')
const people = (n: number): string => plural(n, 'personne', 'personnes')
const isFor: LotAction['isFor'] = ({ role }) => role === 'admin'

async function readMembership({ db, raw }: Asked) {
  const section = optionalId.safeParse(shown(raw, 'choix_section')).data ?? 0
  const droit = shown(raw, 'choix_droit')
  const errors: Record<string, string> = {}
  if (!(await sectionChoices(db)).some(({ id }) => id === section))
    errors.choix_section = 'Choisissez une section de la liste.'
  if (!isMembershipKind(droit)) errors.choix_droit = 'Choisissez ce que ces personnes y font.'
  return Object.keys(errors).length > 0
    ? { ok: false as const, errors }
    : { ok: true as const, detail: { section, droit } }
}

/** The accounts of the site, many at once. */
export const usersLot: LotKind = {
  kind: 'utilisateurs',
  ids: idList,
  count,
  actions: [
    {
      name: 'section',
      label: 'Mettre dans une section…',
      title: (n) => `Mettre ${people(n)} dans une section`,
      done: (n) => `${people(n)} ${n >= 2 ? 'mises' : 'mise'} dans la section.`,
      isFor,
      read: readMembership,
      ...membership,
    },
    {
      name: 'inviter',
      label: 'Renvoyer l’invitation…',
      title: (n) => `Inviter ${people(n)} à choisir ${n >= 2 ? 'leur' : 'son'} mot de passe`,
      done: (n) => `${plural(n, 'invitation part', 'invitations partent')} par courriel.`,
      warning: 'L’invitation d’avant ne sert plus. Qui a déjà choisi son mot de passe n’en reçoit pas.',
      isFor,
      ...invitation,
    },
    {
      name: 'activer',
      label: 'Activer…',
      title: (n) => `Activer ${count(n)}`,
      done: (n) => `${count(n)} ${n >= 2 ? 'activés' : 'activé'}.`,
      warning: 'Les demandes de compte sont ainsi acceptées. Qui n’a pas encore de mot de passe reçoit une invitation.',
      isFor,
      ...opening,
    },
    {
      name: 'desactiver',
      label: 'Désactiver…',
      title: (n) => `Désactiver ${count(n)}`,
      done: (n) => `${count(n)} ${n >= 2 ? 'désactivés' : 'désactivé'}.`,
      warning: 'Un compte désactivé ne peut plus se connecter. Ce qu’il a saisi reste.',
      isDanger: true,
      isFor,
      ...closing,
    },
  ],
}
