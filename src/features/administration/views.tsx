import { agoInWords } from '../../lib/ages.ts'
import { plural } from '../../lib/text.ts'
import { NBSP } from '../../lib/typo.ts'
import { type Card, Cards } from '../../ui/cards.tsx'
import { PageHead } from '../../ui/page.tsx'
import { type OpenLogIns, OpenLogInsNotice } from '../auth/open-log-ins-views.tsx'
import type { UpdateState } from '../mises-a-jour/releases/rules/state.ts'
import type { ElsewhereState } from '../sauvegardes/ailleurs/queries.ts'
import { ElsewhereNotice } from '../sauvegardes/ailleurs/views/notice.tsx'
import type { ExternalState } from '../sauvegardes/externe/rules/age.ts'
import { ExternalNotice } from '../sauvegardes/externe/views.tsx'
import type { BackupState } from '../sauvegardes/rules/reminder.ts'
import type { AdministrationCounts } from './queries.ts'

export interface AdministrationFacts {
  now: Date
  counts: AdministrationCounts
  backup: BackupState
  /** How the copies elsewhere go; undefined where nobody set them up. */
  elsewhere: ElsewhereState | undefined
  /** The backup that another program makes; undefined where none is declared. */
  externe: ExternalState | undefined
  update: UpdateState
  isRegistrationOpen: boolean
  hasMail: boolean
  journalMois: number
}

export function AdministrationPage({ openLogIns, ...facts }: AdministrationFacts & { openLogIns: OpenLogIns }) {
  return (
    <>
      <PageHead title="Administration" lead="Chaque carte dit où en est une partie du site, et y mène." />
      <OpenLogInsNotice {...openLogIns} />
      {facts.elsewhere && <ElsewhereNotice state={facts.elsewhere} />}
      {facts.externe && <ExternalNotice state={facts.externe} />}
      <Cards title="Les personnes" items={people(facts)} />
      <Cards title="Ce qui se relève" items={archives(facts)} />
      <Cards title="Le site" items={site(facts)} />
    </>
  )
}

const people = ({ counts }: AdministrationFacts): Card[] => [
  {
    href: '/admin/utilisateurs',
    title: 'Utilisateurs',
    text: 'Créer des comptes, donner un rôle, importer une liste.',
    state: withPart(
      withPart(plural(counts.users, 'compte', 'comptes'), counts.inactifs, 'inactif', 'inactifs'),
      ...([counts.demandes, 'demande', 'demandes'] as const),
    ),
    tone: counts.demandes > 0 ? 'warn' : 'neutre',
  },
  {
    href: '/admin/sections',
    title: 'Sections',
    text: 'Qui relève quoi, et qui valide.',
    state: withPart(plural(counts.sections, 'section', 'sections'), counts.sansGestionnaire, ...NO_MANAGER),
    tone: counts.sansGestionnaire > 0 || counts.sections === 0 ? 'warn' : 'ok',
  },
]

const NO_MANAGER = ['sans gestionnaire', 'sans gestionnaire'] as const

/** « 3 sections, 1 sans gestionnaire »; the part is left out where there is none. */
const withPart = (whole: string, n: number, one: string, many: string): string =>
  n === 0 ? whole : `${whole}, ${plural(n, one, many)}`

const archives = ({ counts }: AdministrationFacts): Card[] => [
  {
    href: '/admin/types-sources',
    title: 'Types de sources',
    text: 'Les champs à saisir pour chaque sorte d’acte.',
    state: plural(counts.typesSources, 'type', 'types'),
    tone: counts.typesSources === 0 ? 'warn' : 'neutre',
  },
  {
    href: '/lieux/communes',
    title: 'Communes',
    text: 'Ajouter les communes d’un département.',
    state: plural(counts.lieux, 'lieu', 'lieux'),
    tone: counts.lieux === 0 ? 'warn' : 'neutre',
  },
  {
    href: '/admin/types-lieux',
    title: 'Types de lieux',
    text: 'Commune, paroisse, hameau, et leur ordre.',
    state: plural(counts.typesLieux, 'type', 'types'),
    tone: 'neutre',
  },
  {
    href: '/admin/depots',
    title: 'Dépôts',
    text: 'Les archives qui gardent les registres.',
    state: plural(counts.depots, 'dépôt', 'dépôts'),
    tone: 'neutre',
  },
]

const site = (facts: AdministrationFacts): Card[] => [
  settingsCard(facts),
  mailCard(facts),
  backupCard(facts),
  updateCard(facts),
  tasksCard(facts),
  {
    href: '/admin/etat',
    title: 'État du site',
    text: 'Base, disque, mémoire, erreurs et leur référence.',
    state: 'Ce serveur',
    tone: 'neutre',
  },
  {
    href: '/admin/statistiques',
    title: 'Statistiques',
    text: 'Douze mois de saisie, comparés aux précédents.',
    state: `${plural(facts.counts.mois, 'relevé', 'relevés')} ce mois-ci`,
    tone: 'neutre',
  },
  {
    href: '/export',
    title: 'Exports',
    text: 'Ce que GeneaBank et Geneanet demandent à une association.',
    state: 'De tout le site',
    tone: 'neutre',
  },
  {
    href: '/admin/journal',
    title: 'Journal',
    text: 'Qui s’est connecté, qui a changé ou emporté quoi.',
    state: `Gardé ${plural(facts.journalMois, 'mois', 'mois')}`,
    tone: 'neutre',
  },
]

const settingsCard = ({ isRegistrationOpen }: AdministrationFacts): Card => ({
  href: '/parametres',
  title: 'Paramètres',
  text: 'Titre du site, logo, inscriptions, page d’accueil, carte.',
  state: isRegistrationOpen ? 'Inscriptions ouvertes' : 'Inscriptions fermées',
  tone: isRegistrationOpen ? 'warn' : 'neutre',
})

const mailCard = ({ hasMail }: AdministrationFacts): Card => ({
  href: '/parametres#courriel',
  title: 'Courriel',
  text: 'Mots de passe oubliés, avis, code de connexion.',
  state: `Courriel${NBSP}: ${hasMail ? 'réglé' : 'non réglé'}`,
  tone: hasMail ? 'ok' : 'warn',
})

const backupCard = ({ backup: { last, late }, now }: AdministrationFacts): Card => ({
  href: '/parametres/sauvegardes',
  title: 'Sauvegardes',
  text: 'En faire une, en télécharger une, en remettre une.',
  state: `Dernière sauvegarde${NBSP}: ${last === null ? 'aucune' : agoInWords(last, now)}`,
  tone: last === null || late !== undefined ? 'warn' : 'ok',
})

const updateCard = ({ update: { version, nouvelle, verifiee_at } }: AdministrationFacts): Card => ({
  href: '/parametres#mises-a-jour',
  title: 'Mises à jour',
  text: `Ce site utilise la version ${version}.`,
  state: nouvelle !== null ? `Version ${nouvelle} disponible` : verifiee_at === null ? 'Jamais vérifié' : 'À jour',
  tone: nouvelle !== null ? 'warn' : verifiee_at === null ? 'neutre' : 'ok',
})

const tasksCard = ({ counts: { echecs } }: AdministrationFacts): Card => ({
  href: '/admin/taches',
  title: 'Courriels et travaux en échec',
  text: 'Ce qui n’a pas pu partir ou se faire, à relancer.',
  state: echecs === 0 ? 'Rien en échec' : `${plural(echecs, 'tâche', 'tâches')} en échec`,
  tone: echecs === 0 ? 'ok' : 'err',
})
