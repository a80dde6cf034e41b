import type { UserRole } from '../../../db/schema.ts'
import { alerte } from './alerte.ts'
import { demandeDecidee } from './demande-decidee.ts'
import { demandeRegistre } from './demande-registre.ts'
import { fil } from './fil.ts'
import { inscription } from './inscription.ts'
import type { NoticeKind } from './kind.ts'
import { liensMorts } from './liens-morts.ts'
import { orthographeDecidee } from './orthographe-decidee.ts'
import { orthographeProposee } from './orthographe-proposee.ts'
import { registreRendu } from './registre-rendu.ts'
import { registreSansReponse } from './registre-sans-reponse.ts'
import { registreSilencieux } from './registre-silencieux.ts'
import { sourceAValider } from './source-a-valider.ts'
import type { SourceMove } from './source-move.ts'
import { sourceRejetee } from './source-rejetee.ts'
import { sourceRendue } from './source-rendue.ts'
import { sourceValidee } from './source-validee.ts'

/** The kinds of notification, in the order of their switches, under the names that are stored: a name never changes. */
const REGISTRY = {
  SourceAValider: sourceAValider,
  SourceRejetee: sourceRejetee,
  SourceRendue: sourceRendue,
  SourceValidee: sourceValidee,
  Alerte: alerte,
  Fil: fil,
  Inscription: inscription,
  LiensMorts: liensMorts,
  OrthographeProposee: orthographeProposee,
  OrthographeDecidee: orthographeDecidee,
  DemandeRegistre: demandeRegistre,
  DemandeDecidee: demandeDecidee,
  RegistreSilencieux: registreSilencieux,
  RegistreSansReponse: registreSansReponse,
  RegistreRendu: registreRendu,
}

export type NotificationKind = keyof typeof REGISTRY

/** A kind must be given this to notify. */
export type AboutOf<K extends NotificationKind> = (typeof REGISTRY)[K] extends NoticeKind<infer About> ? About : never

/** The kinds that tell of a move of a source. */
export type MoveNotice = { [K in NotificationKind]: AboutOf<K> extends SourceMove ? K : never }[NotificationKind]

/** A kind as its readers need it, whatever it is about. */
type ReadKind = Omit<NoticeKind<never>, 'recipients' | 'row'>

export const KINDS: Readonly<Record<NotificationKind, ReadKind>> = REGISTRY

export const NOTIFICATION_KINDS = Object.keys(REGISTRY) as NotificationKind[]

/** The kind of this name, as its writer needs it. */
export const kindNamed = <K extends NotificationKind>(name: K) => REGISTRY[name] as unknown as NoticeKind<AboutOf<K>>

/** The kinds that a role may be told of. */
export const kindsOf = (role: UserRole): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => KINDS[kind].roles.includes(role))
