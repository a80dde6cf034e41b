// The permission matrix asks about these: for each route and person, an object of their own section and one of another.

import { createDossier } from '../../src/features/echanges/import/actions/receive.ts'
import { emptyPlan } from '../../src/features/echanges/rules/plan.ts'
import type { TestApp, Visitor } from './app.ts'
import { testApp } from './app.ts'
import { rewindableDb } from './rewind.ts'

const NOW = '2026-11-21T10:00:00.000Z'

export type Side = 'own' | 'foreign'

/** The people of the matrix; `membre` is asked twice, by a member of each of the two sections. */
export const WHO = ['anonyme', 'inactif', 'lecteur', 'etienne', 'marie', 'rene', 'admin'] as const
export type Who = (typeof WHO)[number]

/** This word stands in one section and nowhere else: in titles, in records, in deleted ones. */
export const canaryOf = (section: { id: number }): string => `canari${'abcdefgh'.charAt(section.id)}zz`

/** How the addresses of a repository changed, not applied yet. */
const ruleOf = (t: TestApp, depot_id: number) =>
  t.db
    .insertInto('depot_regles')
    .values({
      ...{
        depot_id,
        ancien: 'https://archives.exemple.fr/{ark}/daogrp/0/{vue}',
        nouveau: 'https://vues.exemple.fr/{ark}/{vue}',
      },
      ...{ par_registre: true, etat: 'preparee', user_id: null, created_at: NOW },
      ...{ appliquee_at: null, appliquee_par: null, annulee_at: null, annulee_par: null, registres: null, liens: null },
      ...{ lien_id: null, avant_lien_id: null, empreinte: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Everything in one section: a source in progress with a record and a deleted one, and a source to be reviewed. */
async function sectionObjects(t: TestApp, section: { id: number }) {
  const titre = `Source ${canaryOf(section)}`
  const acte = { nom: canaryOf(section), prenom: `${canaryOf(section)}ette` }
  const lieu = await t.make.lieu({ nom: `Lieu ${section.id}` })
  const depot = await t.make.depot()
  const regle = await ruleOf(t, depot.id)
  const source = await t.make.source({ section, lieu, depot, titre })
  await t.make.vue(source, { libelle: canaryOf(section), adresse: `https://exemple.fr/${canaryOf(section)}ette` })
  const releve = await t.make.releve(source, acte)
  const gone = await t.make.releve(source, acte)
  await (await t.as(t.admin)).post(`/releves/${gone}/supprimer`, { version: 1 })
  const review = await t.make.source({ section, titre: `${titre}, suite`, status: 'a_valider' })
  await t.make.releve(review, acte)
  const champ = await t.db
    .selectFrom('champs')
    .select('id')
    .where('type_source_id', '=', source.type.id)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const groupe = await t.db
    .insertInto('groupes')
    .values({ type_source_id: source.type.id, ordre: 1, libelle: 'Repères', role: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    section: section.id,
    lieu: lieu.id,
    depot: depot.id,
    regle: regle.id,
    source: source.id,
    type: source.type.id,
    releve,
    gone,
    review: review.id,
    champ: champ.id,
    groupe: groupe.id,
  }
}

/** These belong to one person: imports ready to be confirmed, a draft, a notification. */
async function personObjects(t: TestApp, userId: number, objects: { source: number; releve: number; review: number }) {
  const base = { user_id: userId, created_at: NOW }
  const [imported, usersImport] = await t.db
    .insertInto('imports')
    .values(
      ['lieux', 'users'].map((kind) => ({
        ...base,
        ...{ kind, cible_id: null, etat: 'pret' as const, a_creer: 1, nom_fichier: 'a.csv', fichier: null, taille: 1 },
        ...{ empreinte: `x${userId}`, encodage: 'utf-8', erreur: null, fini_at: null },
      })),
    )
    .returning('id')
    .execute()
  const draft = await t.db
    .insertInto('brouillons')
    .values({
      user_id: userId,
      source_id: objects.source,
      releve_id: null,
      cle: `k${objects.source}`,
      contenu: '{}',
      updated_at: NOW,
      version: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const move = await t.db
    .insertInto('source_transitions')
    .values({
      source_id: objects.review,
      user_id: null,
      de: 'en_cours',
      vers: 'a_valider',
      motif: null,
      created_at: NOW,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const notice = await t.db
    .insertInto('notifications')
    .values({
      ...base,
      ...{ kind: 'SourceAValider', source_id: objects.review, transition_id: move.id, data: '{"motif":null}' },
      ...{ auteur_id: null, cle: null },
      ...{ lue_at: null, courriel_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const spelling = await t.db
    .insertInto('orthographes')
    .values({
      ...{ genre: 'nom', signe: 'egal', nom_a: 'A', nom_b: 'B', cle_a: 'a', cle_b: `b${userId}x${objects.source}` },
      ...{ lieu_id: null, source: null, etat: 'proposee', auteur_id: userId, decideur_id: null },
      ...{ decidee_at: null, motif: null, created_at: NOW, updated_at: NOW },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const dossier = await createDossier(t.db, userId, emptyPlan(), new Date(NOW))
  const abbreviation = await t.db
    .insertInto('abreviations')
    .values({
      ...{ user_id: userId, section_id: null, abreviation: `a${objects.source}`, texte: 'texte', recherche: 'texte' },
      ...{ created_at: NOW, updated_at: NOW },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lieu = await t.make.lieu({ nom: 'Inventoriée' })
  const register = await t.db
    .insertInto('registres')
    .values({
      ...{ lieu_id: lieu.id, acte: 'bapteme', cote: '10 NUM 1', annee_debut: 1760, annee_fin: 1768 },
      ...{ etat: 'conserve', created_at: NOW, updated_at: NOW },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const marque = JSON.stringify({ releve: { id: 0, trous: [] }, transition: { id: 0, trous: [] } })
  const saved = await t.db
    .insertInto('recherches_gardees')
    .values({
      ...{ user_id: userId, titre: 'Martin', adresse: `nom=martin&source=${objects.source}`, frequence: 'semaine' },
      ...{ vu_marque: marque, vu_at: NOW, dit_marque: marque, dit_at: NOW, visite_at: NOW, created_at: NOW },
      ...{ demande_at: null, arretee_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const awaited = await t.db
    .insertInto('couverture_attentes')
    .values({
      ...{ user_id: userId, lieu_id: lieu.id, lieu_nom: 'Inventoriée', acte: 'bapteme', debut: 1760, fin: 1768 },
      ...{ faite_at: null, created_at: NOW },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const fil = await t.db
    .insertInto('fils')
    .values({
      ...{ source_id: objects.source, releve_id: objects.releve, champ: null, nature: 'fil', version: 1 },
      ...{ proposition: null, user_id: null, created_at: NOW },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const wish = await t.db
    .insertInto('demandes_registres')
    .values({
      ...{ user_id: (await t.make.user()).id, source_id: objects.source, registre_id: null, message: null },
      ...{ etat: 'ouverte', created_at: NOW },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const reminder = await t.db
    .insertInto('rappels_registres')
    .values({ source_id: objects.source, user_id: userId, envoye_at: NOW })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    wish: wish.id,
    reminder: reminder.id,
    register: register.id,
    fil: fil.id,
    saved: saved.id,
    awaited: awaited.id,
    abbreviation: abbreviation.id,
    spelling: spelling.id,
    import: imported?.id ?? 0,
    usersImport: usersImport?.id ?? 0,
    draft: draft.id,
    dossier,
    notice: notice.id,
  }
}

type Objects = Awaited<ReturnType<typeof sectionObjects>> &
  Awaited<ReturnType<typeof personObjects>> & { user: number; tache: number }

const parkedTask = (t: TestApp) =>
  t.db
    .insertInto('taches')
    .values({
      ...{ kind: 'x', payload: '{}', etat: 'garee', pas_avant: NOW, bail: null, progres: null, erreur: 'x' },
      created_at: NOW,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** People ask from the section that is theirs (those who have none, from one of the two) about it and the other one. */
const homesOf = (
  t: TestApp,
  lecteur: { id: number },
): Record<Who, { person: { id: number }; home: 'saintMalo' | 'vannes' }> => ({
  lecteur: { person: lecteur, home: 'saintMalo' },
  anonyme: { person: t.marie, home: 'saintMalo' },
  inactif: { person: t.inactif, home: 'saintMalo' },
  etienne: { person: t.etienne, home: 'vannes' },
  marie: { person: t.marie, home: 'saintMalo' },
  rene: { person: t.rene, home: 'saintMalo' },
  admin: { person: t.admin, home: 'saintMalo' },
})

/** For each person, what is theirs and what is not. */
async function everybodysObjects(
  t: TestApp,
  homes: ReturnType<typeof homesOf>,
): Promise<Record<Who, Record<Side, Objects>>> {
  const places = { saintMalo: await sectionObjects(t, t.saintMalo), vannes: await sectionObjects(t, t.vannes) }
  const stranger = await t.make.user({ name: 'inconnue', role: 'admin' })
  const tache = (await parkedTask(t)).id
  const objects = async (place: keyof typeof places, user: number): Promise<Objects> => ({
    ...places[place],
    ...(await personObjects(t, user, places[place])),
    ...{ user, tache },
  })
  const strange = { saintMalo: await objects('saintMalo', stranger.id), vannes: await objects('vannes', stranger.id) }
  const sides = {} as Record<Who, Record<Side, Objects>>
  for (const who of WHO) {
    if (who === 'anonyme') continue
    const { person, home } = homes[who]
    sides[who] = { own: await objects(home, person.id), foreign: strange[home === 'vannes' ? 'saintMalo' : 'vannes'] }
  }
  return { ...sides, anonyme: sides.marie }
}

/** One site for all that is asked, with the people at its door and the objects on both sides. Whoever made it ends it. */
export async function matrixSite() {
  const database = await rewindableDb()
  const ends: (() => void | Promise<void>)[] = []
  const t = await testApp(
    async () => database,
    (end) => ends.push(end),
  )
  const lecteur = await t.make.user({ name: 'lecteur' })
  await t.make.membre(t.saintMalo, lecteur, 'lecture')
  const homes = homesOf(t, lecteur)
  const sides = await everybodysObjects(t, homes)
  const settings = t.deps.settings.read()
  const cookies = new Map<Who, Visitor>()
  for (const who of WHO) if (who !== 'anonyme') cookies.set(who, await t.as(homes[who].person))
  await database.mark()
  return {
    t,
    sides,
    /** The session is one and as it was at the beginning, each time. */
    visitor(who: Who): Visitor {
      const visitor = t.anonymous()
      for (const [name, value] of cookies.get(who)?.cookies ?? []) visitor.cookies.set(name, value)
      return visitor
    },
    /** The site as it was before anybody asked. */
    async undo() {
      t.deps.settings.write(settings)
      await database.undo()
    },
    async end() {
      for (const end of ends) await end()
    },
  }
}

export type MatrixSite = Awaited<ReturnType<typeof matrixSite>>

/** The first pattern that fits says what the parameter of a path stands for. */
const PARAMETERS: [RegExp, keyof Objects][] = [
  [/^\/releves\/:id\/restauration$/, 'gone'],
  [/^\/releves\//, 'releve'],
  [/^\/revue\//, 'review'],
  [/^\/(sources|export\/source)\//, 'source'],
  [/^\/((carte|couverture)\/)?lieux\//, 'lieu'],
  [/^\/brouillons\//, 'draft'],
  [/^\/notifications\//, 'notice'],
  [/^\/imports\/nouveau\//, 'dossier'],
  [/^\/imports\//, 'import'],
  [/^\/fils\//, 'fil'],
  [/^\/orthographes\//, 'spelling'],
  [/^\/abreviations\//, 'abbreviation'],
  [/^\/inventaire\//, 'register'],
  [/^\/registres\/demandes\//, 'wish'],
  [/^\/registres\/rappels\//, 'reminder'],
  [/^\/registres\/sources\//, 'source'],
  [/^\/mes-recherches\/attentes\//, 'awaited'],
  [/^\/mes-recherches\//, 'saved'],
  [/^\/admin\/utilisateurs\/import\//, 'usersImport'],
  [/^\/admin\/types-sources\//, 'type'],
  [/^\/admin\/utilisateurs\//, 'user'],
  [/^\/((admin\/)?sections|export\/section)\//, 'section'],
  [/^\/admin\/depots\//, 'depot'],
  [/^\/admin\/taches\//, 'tache'],
]

/** The address of a route with an object of this side in it. */
export function addressOf(route: string, objects: Objects): string {
  const object = PARAMETERS.find(([pattern]) => pattern.test(route))?.[1]
  return route
    .replace(/:champ(\{[^}]*\})?/, String(objects.champ))
    .replace(/:groupe(\{[^}]*\})?/, String(objects.groupe))
    .replace(/:nom(\{[^}]*\})?/, 'nom')
    .replace(/:version/, '1')
    .replace(/:numero/, '1')
    .replace(/:regle/, String(objects.regle))
    .replace(/:jeton/, 'a'.repeat(32))
    .replace(/:\w+(\{[^}]*\})?/g, object ? String(objects[object]) : '1')
}

/** Every route of the site as « GET /sources/:id ». */
export const routesOf = (t: TestApp): string[] => [
  ...new Set(
    t.app.routes
      .filter((route) => route.method !== 'ALL' && !route.path.includes('*'))
      .map((route) => `${route.method} ${route.path.replace(/\{[^}]*\}/g, '')}`),
  ),
]

export const hasObject = (route: string): boolean => /:(?!nom|version|jeton)/.test(route)
