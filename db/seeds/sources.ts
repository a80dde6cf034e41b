import type { SourceStatus, UserRole } from '../../src/db/schema.ts'
import type { CalendarType } from '../../src/lib/calendar.ts'

export const SECTIONS = [
  { nom: 'Section de Saint-Malo', description: 'Pays de Saint-Malo et rives de la Rance.' },
  { nom: 'Section de Vannes', description: 'Golfe du Morbihan et pays d’Auray.' },
  { nom: 'Section de Dinan', description: 'Dinan, le Poudouvre et la côte d’Émeraude.' },
]

export const DEPOTS = [
  { nom: 'Archives départementales d’Ille-et-Vilaine', sigle: 'AD 35', ville: 'Rennes' },
  { nom: 'Archives départementales du Morbihan', sigle: 'AD 56', ville: 'Vannes' },
  { nom: 'Archives départementales des Côtes-d’Armor', sigle: 'AD 22', ville: 'Saint-Brieuc' },
]

const [MALO, VANNES, DINAN] = SECTIONS.map((section) => section.nom) as [string, string, string]
const [AD35, AD56, AD22] = DEPOTS.map((depot) => depot.nom) as [string, string, string]

export const USERS: { name: string; role: UserRole; section: string; isManager: boolean }[] = [
  { name: 'rene', role: 'gestionnaire', section: MALO, isManager: true },
  { name: 'marie', role: 'membre', section: MALO, isManager: false },
  { name: 'yvonne', role: 'gestionnaire', section: VANNES, isManager: true },
  { name: 'etienne', role: 'membre', section: VANNES, isManager: false },
  { name: 'odile', role: 'gestionnaire', section: DINAN, isManager: true },
]

export interface SourceDemo {
  titre: string
  /** Key of a ready source type. */
  type: string
  lieu: string
  section: string | null
  depot: string
  cote: string
  annees: [number, number]
  status: SourceStatus
  /** Login names: this one types, the other decides. */
  saisie: string
  gestion: string
  assignee?: boolean
  motif?: string
  releves: number
  /** Days ago on which it was begun, and on which it was last worked at. */
  jours: [number, number]
  /** Calendar of the acts and their first and last year in it. */
  dates: [CalendarType, number, number]
  domiciles: string[]
}

export const SOURCES: SourceDemo[] = [
  {
    titre: 'Baptêmes de Pleurtuit, 1785-1792',
    type: 'baptemes',
    lieu: 'Pleurtuit',
    section: MALO,
    depot: AD35,
    cote: '10 NUM 35228 12',
    annees: [1785, 1792],
    status: 'en_cours',
    saisie: 'marie',
    gestion: 'rene',
    assignee: true,
    releves: 64,
    jours: [460, 1],
    dates: ['gregorien', 1785, 1792],
    domiciles: ['Pleurtuit', 'Saint-Antoine', 'La Ville ès Brets', 'Le Minihic-sur-Rance'],
  },
  {
    titre: 'Naissances de Pleurtuit, an II-an X',
    type: 'naissances',
    lieu: 'Pleurtuit',
    section: MALO,
    depot: AD35,
    cote: '10 NUM 35228 31',
    annees: [1793, 1802],
    status: 'a_valider',
    saisie: 'marie',
    gestion: 'rene',
    releves: 72,
    jours: [300, 9],
    dates: ['republicain', 2, 10],
    domiciles: ['Pleurtuit', 'La Richardais', 'Saint-Antoine'],
  },
  {
    titre: 'Mariages de Saint-Coulomb, 1770-1789',
    type: 'mariages_paroissiaux',
    lieu: 'Saint-Coulomb',
    section: MALO,
    depot: AD35,
    cote: '10 NUM 35263 8',
    annees: [1770, 1789],
    status: 'validee',
    saisie: 'rene',
    gestion: 'rene',
    releves: 46,
    jours: [430, 395],
    dates: ['gregorien', 1770, 1789],
    domiciles: ['Saint-Coulomb', 'Cancale', 'Saint-Méloir-des-Ondes'],
  },
  {
    titre: 'Sépultures de Cancale, 1571-1582',
    type: 'sepultures',
    lieu: 'Saint-Méen',
    section: DINAN,
    depot: AD35,
    cote: '10 NUM 35049 2',
    annees: [1571, 1582],
    status: 'rejetee',
    saisie: 'odile',
    gestion: 'odile',
    motif: 'Les dates de 1575 sont à revoir : l’année commençait à Pâques.',
    releves: 32,
    jours: [160, 12],
    dates: ['julien', 1571, 1581],
    domiciles: ['Cancale', 'Le Port'],
  },
  {
    titre: 'Décès de Vannes, an IV-an XIII',
    type: 'deces',
    lieu: 'Vannes',
    section: VANNES,
    depot: AD56,
    cote: '4 E 260/14',
    annees: [1795, 1805],
    status: 'en_cours',
    saisie: 'etienne',
    gestion: 'yvonne',
    releves: 48,
    jours: [230, 48],
    dates: ['republicain', 4, 13],
    domiciles: ['Vannes', 'Auray', 'Sarzeau'],
  },
  {
    titre: 'Recensement de Carnac, 1846',
    type: 'recensement',
    lieu: 'Carnac',
    section: VANNES,
    depot: AD56,
    cote: '6 M 46',
    annees: [1846, 1846],
    status: 'validee',
    saisie: 'yvonne',
    gestion: 'yvonne',
    releves: 38,
    jours: [95, 6],
    dates: ['gregorien', 1846, 1846],
    domiciles: ['Carnac', 'Kermario'],
  },
  {
    titre: 'Actes notariés de Dinan, étude Leroux, 1781-1790',
    type: 'actes_notaries',
    lieu: 'Dinan',
    section: DINAN,
    depot: AD22,
    cote: '3 E 18/211',
    annees: [1781, 1790],
    status: 'a_relever',
    saisie: 'odile',
    gestion: 'odile',
    releves: 0,
    jours: [30, 30],
    dates: ['gregorien', 1781, 1790],
    domiciles: ['Dinan'],
  },
  {
    titre: 'Tables décennales de Sarzeau, 1803-1812',
    type: 'tables_decennales',
    lieu: 'Sarzeau',
    section: null,
    depot: AD56,
    cote: '2 E 240',
    annees: [1803, 1812],
    status: 'a_relever',
    saisie: 'yvonne',
    gestion: 'yvonne',
    releves: 0,
    jours: [60, 60],
    dates: ['gregorien', 1803, 1812],
    domiciles: ['Sarzeau'],
  },
]
