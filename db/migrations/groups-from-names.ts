// How fields that knew no group get theirs, from the names that the ready types and most associations gave them. It belongs to
// migration 0060 and does not move with the application.

/** A group to be made; `cle` is the end of its fields' names (`pere_epoux`), `de` the `cle` of the person whose kin this is. */
export interface FoundGroup {
  cle: string
  libelle: string
  role: string | null
  de: string | null
}

export interface FoundField {
  groupe: FoundGroup
  partie: string | null
}

const PARTS: Record<string, string> = {
  nom: 'nom',
  prenom: 'prenom',
  prenoms: 'prenom',
  sexe: 'sexe',
  age: 'age',
  date_naissance: 'date_naissance',
  lieu_naissance: 'lieu_naissance',
  origine: 'origine',
  domicile: 'domicile',
  profession: 'profession',
  metier: 'profession',
  decede: 'decede',
  decedee: 'decede',
  commentaire: 'commentaire',
}

/** A field of one person, by the end of its name: `age_epoux`, `nom_veuvage_epouse`. */
const OF_PERSON = new RegExp(`^(${Object.keys(PARTS).join('|')})_(.+)$`)
const DEAD = /^(.+)_decedee?$/
const WHOLE_NAME = /^(pere|mere|parrain|marraine|temoins?|declarant|conjoint|epoux|epouse|mari|femme)(_\d+)?$/

/** Fields of the person whom the act is about, beside the parts of every person. */
const MORE_OF_PRINCIPAL = new Set(
  `legitimite ondoye etat_civil situation nationalite employeur religion infirmites annee_naissance veuf cause signalement
  degre_instruction decision affectations mort_pour_la_france reconnaissance date_reconnaissance heure_naissance date_deces
  lieu_inhumation`.split(/\s+/),
)
const MARKS = new Set(
  `date_evenement vue page folio cote numero numero_acte publications notaire notaire_contrat date_contrat periode nature rue
  numero_maison numero_menage numero_ordre numero_repertoire numero_matricule bureau etude type_acte minute_brevet date_controle`.split(
    /\s+/,
  ),
)
const NOTES = /^(notes?|observations?|remarques?|mentions?(_marginales?)?|signatures?)$/

const HEADINGS = {
  reperes: { cle: '#reperes', libelle: 'Repères', role: null, de: null },
  notes: { cle: '#notes', libelle: 'Notes', role: null, de: null },
  autres: { cle: '#autres', libelle: 'Autres', role: null, de: null },
} satisfies Record<string, FoundGroup>

/** First fitting line: the beginning of a key says who this is. */
const ROLES: [start: RegExp, role: string, libelle: string][] = [
  [/^pere/, 'pere', 'Père'],
  [/^mere/, 'mere', 'Mère'],
  [/^parrain/, 'parrain', 'Parrain'],
  [/^marraine/, 'marraine', 'Marraine'],
  [/^temoin/, 'temoin', 'Témoin'],
  [/^declarant/, 'declarant', 'Déclarant'],
  [/^veuvage/, 'ancien_conjoint', 'Conjoint précédent'],
  [/^(conjoint|mari|femme)/, 'conjoint', 'Conjoint'],
]
const SPOUSES: Record<string, string> = { epoux: 'Époux', epouse: 'Épouse' }
const OF_SPOUSE: Record<string, string> = { epoux: ' de l’époux', epouse: ' de l’épouse', conjoint: ' du conjoint' }
const PRINCIPAL: Record<string, string> = {
  bapteme: 'Enfant',
  naissance: 'Enfant',
  mariage: 'Époux',
  contrat: 'Époux',
  sepulture: 'Défunt',
  deces: 'Défunt',
}

const WEDDINGS = ['mariage', 'contrat']

const spaced = (key: string): string => key.replaceAll('_', ' ')

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Whose kin `pere_epoux` is: `epoux`; '' is the person whom the act is about. Witnesses are of the act as a whole. */
function kinOf(key: string, role: string): string | null {
  if (!['pere', 'mere', 'conjoint', 'ancien_conjoint'].includes(role)) return null
  const rest = /^[a-z]+_(.+)$/.exec(key)?.[1]
  return rest === undefined || /^\d+$/.test(rest) ? '' : rest
}

const kinLabel = (libelle: string, de: string | null, rest: string): string => {
  if (de !== null && de !== '') return `${libelle}${OF_SPOUSE[de] ?? ` (${spaced(de)})`}`
  return rest === '' ? libelle : `${libelle} ${spaced(rest)}`
}

function personGroup(key: string, acte: string): FoundGroup {
  if (key === '') return { cle: '', libelle: PRINCIPAL[acte] ?? 'Personne', role: 'principal', de: null }
  const spouse = SPOUSES[key]
  if (spouse !== undefined)
    return WEDDINGS.includes(acte)
      ? { cle: key, libelle: spouse, role: 'principal', de: null }
      : { cle: key, libelle: spouse, role: 'conjoint', de: '' }
  // The town hall calls them witnesses in the names of the fields; they declare the death.
  const start = acte === 'deces' ? key.replace(/^temoin/, 'declarant') : key
  const [, role, libelle] = ROLES.find(([begins]) => begins.test(start)) ?? []
  if (role === undefined || libelle === undefined)
    return { cle: key, libelle: capital(spaced(key)), role: 'autre', de: null }
  const de = kinOf(key, role)
  const rest = de === null ? (/^[a-z]+_(.+)$/.exec(key)?.[1] ?? '') : ''
  return { cle: key, libelle: kinLabel(libelle, de, rest), role, de }
}

/** The end of a field's name that says whose it is, and the part; undefined of what is no part of a person. */
function personField(nom: string): [key: string, partie: string] | undefined {
  const part = PARTS[nom]
  if (part !== undefined && nom !== 'commentaire') return ['', part]
  const dead = DEAD.exec(nom)?.[1]
  if (dead !== undefined) return [dead, 'decede']
  if (WHOLE_NAME.test(nom)) return [nom, 'nom_complet']
  const [, kind = '', key] = OF_PERSON.exec(nom) ?? []
  return key === undefined ? undefined : [key, PARTS[kind] ?? '']
}

/**
 * The key that stands for the person of `nom` and `prenom` where a type writes `age_epoux` beside them: the first one that has parts
 * and kin, but no name of its own.
 */
function aliasOf(names: readonly string[]): string | undefined {
  if (!names.includes('nom')) return undefined
  const keys = names.flatMap((nom) => OF_PERSON.exec(nom)?.[2] ?? [])
  const isNamed = (key: string) =>
    ['nom', 'prenom', 'prenoms'].some((part) => names.includes(`${part}_${key}`)) || names.includes(key)
  return keys.find(
    (key) => !isNamed(key) && !ROLES.some(([start]) => start.test(key)) && (key in SPOUSES || /^partie_\d+$/.test(key)),
  )
}

/** The group of a field that is no part of a person. */
function headingOf(nom: string, acte: string, hasPrincipal: boolean): FoundField {
  if (MARKS.has(nom)) return { groupe: HEADINGS.reperes, partie: nom.startsWith('notaire') ? 'nom_complet' : null }
  if (NOTES.test(nom)) return { groupe: HEADINGS.notes, partie: null }
  if (MORE_OF_PRINCIPAL.has(nom) && hasPrincipal) return { groupe: personGroup('', acte), partie: null }
  return { groupe: HEADINGS.autres, partie: null }
}

/** The group and the part of each field of a type, in the order of the names. */
export function groupsFromNames(names: readonly string[], acte: string): FoundField[] {
  const alias = aliasOf(names)
  const own = (key: string): string => (key === alias ? '' : key)
  const fieldOf = (nom: string): FoundField => {
    // The parents live where the child is baptised; the register writes it with the father.
    const isFathers = acte === 'bapteme' && nom === 'domicile' && names.includes('nom_pere')
    const person = isFathers ? (['pere', 'domicile'] as const) : personField(nom)
    if (!person) return headingOf(nom, acte, names.includes('nom'))
    const group = personGroup(own(person[0]), acte)
    return { groupe: group.de === null ? group : { ...group, de: own(group.de) }, partie: person[1] }
  }
  const known = new Map<string, FoundGroup>()
  return names.map(fieldOf).map(({ groupe, partie }) => {
    const first = known.get(groupe.cle) ?? groupe
    known.set(groupe.cle, first)
    return { groupe: first, partie }
  })
}

/** The kind of act of the ready types, by their names as `nom_key` holds them. */
export const ACT_OF_TYPE: Record<string, string> = {
  baptemes: 'bapteme',
  'mariages paroissiaux': 'mariage',
  sepultures: 'sepulture',
  naissances: 'naissance',
  'mariages etat civil': 'mariage',
  deces: 'deces',
  recensement: 'recensement',
  'actes notaries': 'notarie',
  'registres matricules': 'militaire',
  'tables decennales': 'table',
}
