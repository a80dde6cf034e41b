// The pages of the site, from the routes of the application and the ids of the demo archive.
import { join } from 'node:path'
import { addFactor, renewRecoveryCodes } from '../../src/features/auth/factor-actions.ts'
import { newTotpSecret, stepOf } from '../../src/features/auth/rules/totp.ts'
import { createDossier, surveyFiles } from '../../src/features/echanges/import/actions/receive.ts'
import { placeOf } from '../support/places/settings.ts'
import type { Site } from '../support/site.ts'

/** A path parameter takes its id from the first part of the route that fits. */
export interface Landmarks {
  /** « Baptêmes de Pleurtuit », in progress, marie's. */
  source: number
  /** A record of that source. */
  releve: number
  /** A source that waits for a decision. */
  submitted: number
  type: number
  champ: number
  groupe: number
  lieu: number
  marie: number
  depot: number
  section: number
  /** A question about that record. */
  fil: number
  /** A line of spelling that marie proposes. */
  spelling: number
  /** How the addresses of that depot changed. */
  rule: number
  /** An abbreviation of her section. */
  abbreviation: number
  /** A line of the inventory. */
  register: number
  /** Her wish to take that source. */
  wish: number
  saved: number
  /** A key (passkey) of the administrator. */
  key: number
}

/** The demo archive has none. */
const proposeSpelling = (site: Pick<Site, 'deps'>, auteur_id: number) =>
  site.deps.db
    .insertInto('orthographes')
    .values({
      ...{ genre: 'nom', signe: 'egal', nom_a: 'LE GOAFF', nom_b: 'LE GOFF', cle_a: 'legoaff', cle_b: 'legoff' },
      ...{ lieu_id: null, source: 'deux actes', etat: 'proposee', auteur_id, decideur_id: null, decidee_at: null },
      ...{ motif: null, created_at: '2026-11-21T10:00:00.000Z', updated_at: '2026-11-21T10:00:00.000Z' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()

const askQuestion = (site: Pick<Site, 'deps'>, source_id: number, releve_id: number) =>
  site.deps.db
    .insertInto('fils')
    .values({
      ...{ source_id, releve_id, champ: null, nature: 'fil', version: 1, proposition: null },
      ...{ user_id: null, created_at: '2026-11-21T10:00:00.000Z' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()

const addAbbreviation = (site: Pick<Site, 'deps'>, section_id: number) =>
  site.deps.db
    .insertInto('abreviations')
    .values({
      ...{ user_id: null, section_id, abreviation: 'lab', texte: 'laboureur', recherche: 'lab laboureur' },
      ...{ created_at: '2026-11-21T10:00:00.000Z', updated_at: '2026-11-21T10:00:00.000Z' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()

const addRule = (site: Pick<Site, 'deps'>, depot_id: number) =>
  site.deps.db
    .insertInto('depot_regles')
    .values({
      ...{
        depot_id,
        ancien: 'https://archives.exemple.fr/{ark}/daogrp/0/{vue}',
        nouveau: 'https://vues.exemple.fr/{ark}/{vue}',
      },
      ...{ par_registre: true, etat: 'preparee', user_id: null, created_at: '2026-11-21T10:00:00.000Z' },
      ...{ appliquee_at: null, appliquee_par: null, annulee_at: null, annulee_par: null, registres: null, liens: null },
      ...{ lien_id: null, avant_lien_id: null, empreinte: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Acts of another program whose places nobody has decided yet: the demo archive has none. */
async function fileOfActs(site: Pick<Site, 'deps'>, userId: number): Promise<void> {
  const file = {
    fichier: 'Saint_Malo_N.TXT',
    nomFichier: 'Saint_Malo_N.TXT',
    champ: 'fichiers',
    taille: 4553,
    empreinte: 'a',
  }
  const { plan } = await surveyFiles(join(import.meta.dirname, '../features/echanges/exemples'), [file])
  await createDossier(site.deps.db, userId, plan, new Date('2026-11-21T10:00:00.000Z'))
}

/** A line of the inventory: the demo archive has none. */
const addRegister = ({ deps: { db } }: Pick<Site, 'deps'>, lieu_id: number) =>
  db
    .insertInto('registres')
    .values({
      ...{ lieu_id, acte: 'bapteme' as const, cote: '10 NUM 1', annee_debut: 1760, annee_fin: 1768 },
      ...{ etat: 'conserve' as const, created_at: '2026-03-01T08:00:00.000Z', updated_at: '2026-03-01T08:00:00.000Z' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Marie would like to take a register: nobody does in the demo archive. */
const wishFor = ({ deps: { db } }: Pick<Site, 'deps'>, user_id: number, source_id: number) =>
  db
    .insertInto('demandes_registres')
    .values({
      ...{ user_id, source_id, registre_id: null, message: 'J’y ai mes ancêtres.' },
      ...{ etat: 'ouverte' as const, created_at: '2026-11-20T10:00:00.000Z' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
/** A search that somebody keeps, with all of the archive new to it: the demo archive has none. */
const keepSearch = ({ deps: { db } }: Pick<Site, 'deps'>, user_id: number) => {
  const at = '2026-11-21T10:00:00.000Z'
  const marque = JSON.stringify({ releve: { id: 0, trous: [] }, transition: { id: 0, trous: [] } })
  return db
    .insertInto('recherches_gardees')
    .values({
      ...{ user_id, titre: 'Marie', adresse: 'q=marie', frequence: 'semaine' as const },
      ...{ vu_marque: marque, vu_at: at, dit_marque: marque, dit_at: at, visite_at: at },
      ...{ demande_at: null, arretee_at: null, created_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** A key of another address, which asks for nothing at the log-in: the demo archive has none. */
const addKey = ({ deps: { db } }: Pick<Site, 'deps'>, user_id: number) =>
  db
    .insertInto('cles_acces')
    .values({
      ...{ user_id, identifiant: 'essai', cle_publique: '', compteur: 0, transports: '', domaine: 'releves.exemple' },
      ...{ nom: 'Téléphone', created_at: '2026-11-20T10:00:00.000Z', utilisee_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** A view by its link: the demo archive has none. The pages of the source have another look from then on: the register beside its form. */
export async function addView(site: Pick<Site, 'deps'>, source_id: number): Promise<void> {
  const adresse = 'https://archives.exemple.fr/ark:/12345/vta1/daogrp/0/1'
  const nothing = { libelle: null, ark: null, ark_vue: null, lien_id: null, iiif_base: null, image_id: null }
  await site.deps.db
    .insertInto('source_vues')
    .values({ ...nothing, source_id, numero: 1, adresse, largeur: null, hauteur: null })
    .execute()
}

/** A person who has an application: an administrator is asked before it is taken off. */
export async function giveApplication({ deps }: Pick<Site, 'deps'>, userId: number): Promise<void> {
  const [secret, now] = [newTotpSecret(), deps.clock()]
  await deps.db.transaction().execute(async (trx) => {
    await addFactor(trx, deps.secret, { userId, secret, step: stepOf(now) }, now)
    await renewRecoveryCodes(trx, userId, now)
  })
}

/** Copies go to a storage that does not answer: their pages have their form, their sheet, and say so. */
export const copyElsewhere = ({ deps }: Pick<Site, 'deps'>): void =>
  deps.settings.write({ ailleurs: placeOf({ sorte: 'webdav', adresse: 'http://127.0.0.1:1/copies/' }) })

export async function landmarksOf(site: Pick<Site, 'deps'>): Promise<Landmarks> {
  const { db } = site.deps
  const source = await db
    .selectFrom('sources')
    .select(['id', 'type_source_id', 'lieu_id', 'depot_id', 'section_id'])
    .where('titre', '=', 'Baptêmes de Pleurtuit, 1785-1792')
    .executeTakeFirstOrThrow()
  const releves = db.selectFrom('releves').select('id').where('source_id', '=', source.id)
  const champs = db.selectFrom('champs').select('id').where('type_source_id', '=', source.type_source_id)
  const submitted = db.selectFrom('sources').select('id').where('status', '=', 'a_valider').orderBy('id')
  const groupes = db.selectFrom('groupes').select('id').where('type_source_id', '=', source.type_source_id)
  const marie = await db.selectFrom('users').select('id').where('name', '=', 'marie').executeTakeFirstOrThrow()
  const admin = await db.selectFrom('users').select('id').where('role', '=', 'admin').executeTakeFirstOrThrow()
  await fileOfActs(site, admin.id)
  const releve = (await releves.orderBy('id').executeTakeFirstOrThrow()).id
  return {
    source: source.id,
    releve,
    submitted: (await submitted.executeTakeFirstOrThrow()).id,
    fil: (await askQuestion(site, source.id, releve)).id,
    type: source.type_source_id,
    champ: (await champs.orderBy('id').executeTakeFirstOrThrow()).id,
    groupe: (await groupes.orderBy('id').executeTakeFirstOrThrow()).id,
    lieu: source.lieu_id ?? 0,
    marie: marie.id,
    depot: source.depot_id ?? 0,
    section: source.section_id ?? 0,
    spelling: (await proposeSpelling(site, marie.id)).id,
    rule: (await addRule(site, source.depot_id ?? 0)).id,
    abbreviation: (await addAbbreviation(site, source.section_id ?? 0)).id,
    register: (await addRegister(site, source.lieu_id ?? 0)).id,
    wish: (await wishFor(site, marie.id, source.id)).id,
    saved: (await keepSearch(site, admin.id)).id,
    key: (await addKey(site, admin.id)).id,
  }
}

const OWNERS: [RegExp, keyof Landmarks][] = [
  [/^\/(export\/)?sources?\//, 'source'],
  [/^\/releves\//, 'releve'],
  [/^\/revue\//, 'submitted'],
  [/^\/((carte|couverture)\/)?lieux\//, 'lieu'],
  [/^\/admin\/types-sources\//, 'type'],
  [/^\/admin\/utilisateurs\//, 'marie'],
  [/^\/admin\/depots\//, 'depot'],
  [/^\/((admin\/)?sections|export\/section)\//, 'section'],
  [/^\/fils\//, 'fil'],
  [/^\/orthographes\//, 'spelling'],
  [/^\/abreviations\//, 'abbreviation'],
  [/^\/inventaire\//, 'register'],
  [/^\/registres\//, 'wish'],
  [/^\/mes-recherches\//, 'saved'],
  [/^\/profil\/cles\//, 'key'],
]

function pathOf(route: string, ids: Landmarks): string {
  const owner = OWNERS.find(([start]) => start.test(route))?.[1]
  return route
    .replace('/aide/:cle', '/aide/saisie')
    .replace(/:champ(\{[^}]*\})?/, String(ids.champ))
    .replace(/:groupe(\{[^}]*\})?/, String(ids.groupe))
    .replace(/:numero/, '1')
    .replace(/:regle/, String(ids.rule))
    .replace(/:nom(\{[^}]*\})?/, 'nom')
    .replace(/:\w+(\{[^}]*\})?/g, owner ? String(ids[owner]) : '1')
}

/** Addresses with a query, which show what the bare route does not: results, a filter in force, nothing found. */
const WITH_QUERY = [
  '/recherche?q=marie',
  '/recherche?q=introuvablezzz',
  '/recherche/proches?q=martain',
  '/orthographes?etat=refusee',
  '/orthographes/nouvelle?nom1=le+goff&genre=nom',
  '/lieux?q=saint',
  '/lieux?q=introuvablezzz',
  '/lieux/suggestions?q=ple',
  '/admin/utilisateurs/2/fusionner?q=e',
  '/admin/utilisateurs/2/fusionner?vers=3',
]

/** Every address that answers GET, in the order of the site map; those of the wizard, of files and of data left out. */
export function pathsOf(site: Pick<Site, 'app'>, ids: Landmarks): string[] {
  const routes = site.app.routes.filter(({ method, path }) => method === 'GET' && !path.includes('*'))
  const paths = routes
    .map(({ path }) => path)
    .filter((path) => !/^\/(setup|sante|assets|logo|carte\/data|code-source\/)/.test(path))
  return [...new Set(paths.map((path) => pathOf(path, ids))), ...WITH_QUERY]
}
