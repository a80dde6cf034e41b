import type { Db, FieldType, Schema, SourceStatus, UserRole } from '../../src/db/schema.ts'
import { type MembershipKind, marksOf } from '../../src/features/droits/rules/memberships.ts'
import { type CreateReleve, createReleve } from '../../src/features/releves/actions/records.ts'
import { createTypeFromModel, modelByKey } from '../../src/features/types-sources/actions/models.ts'
import { loginKey } from '../../src/lib/login-key.ts'
import { caseKey, sortKey } from '../../src/lib/text.ts'

const NOW = '2026-01-01T00:00:00.000Z'
/** argon2id of PASSWORD (characters.ts), so that no test pays for a hash it does not look at. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$yv50TFDflkAlqO9vWfM9bw$qH1+zPNuvbLwXhxXk1jgcPAjUvl2zkscLgX9bJNa9PA'

interface Named {
  id: number
  nom: string
}

export interface ChampInput {
  nom: string
  label?: string
  type?: FieldType
  required?: boolean
  options?: string[]
}

/** A small baptism register: the fields most tests write in. */
export const BAPTEME: ChampInput[] = [
  { nom: 'date_evenement', label: 'Date de baptême', type: 'date', required: true },
  { nom: 'nom', label: 'Nom', required: true },
  { nom: 'prenom', label: 'Prénoms' },
  { nom: 'sexe', label: 'Sexe', type: 'select', options: ['M', 'F', '?'] },
  { nom: 'ondoye', label: 'Ondoyé', type: 'boolean' },
  { nom: 'numero', label: 'Numéro d’acte', type: 'number' },
  { nom: 'domicile', label: 'Domicile', type: 'place' },
  { nom: 'notes', label: 'Notes', type: 'textarea' },
]

/** A day of our calendar as a record keeps it. */
export const day = (iso: string) => ({ valeur: iso, calendrier: 'gregorien', iso })

/** Rows with everything defaulted; a test names only what it is about. */
export function factories(db: Db) {
  let count = 0
  const next = () => {
    count += 1
    return count
  }
  const inserted = async <T extends keyof Schema>(table: T, row: object): Promise<number> => {
    const result = await db
      .insertInto(table)
      .values(row as never)
      .returning('id' as never)
      .executeTakeFirstOrThrow()
    return (result as { id: number }).id
  }

  const make = {
    async user(input: { name?: string; email?: string; role?: UserRole; is_active?: boolean } = {}) {
      const name = input.name ?? `personne${next()}`
      const email = input.email ?? `${name}@exemple.fr`
      const row = { name, email, role: input.role ?? 'membre', is_active: input.is_active ?? true }
      const keys = { name_key: loginKey(name), email_key: caseKey(email), password_hash: PASSWORD_HASH }
      return { id: await inserted('users', { ...row, ...keys, created_at: NOW, updated_at: NOW }), ...row }
    },

    async section(input: { nom?: string; ouverte?: boolean } = {}): Promise<Named> {
      const nom = input.nom ?? `Section ${next()}`
      const { ouverte = false } = input
      return { id: await inserted('sections', { nom, nom_key: sortKey(nom), ouverte }), nom }
    },

    async membre(section: { id: number }, user: { id: number }, kind: MembershipKind = 'saisie') {
      await db
        .insertInto('section_membres')
        .values({ section_id: section.id, user_id: user.id, ...marksOf(kind) })
        .execute()
    },

    /** One view of a source, of this number and with this, by default a link. */
    async vue(
      source: { id: number },
      input: { numero?: number; libelle?: string; adresse?: string; iiif_base?: string } = {},
    ) {
      const nothing = { libelle: null, ark: null, ark_vue: null, lien_id: null, adresse: null, iiif_base: null }
      await db
        .insertInto('source_vues')
        .values({ numero: 1, ...nothing, ...input, source_id: source.id, image_id: null, largeur: null, hauteur: null })
        .execute()
    },

    async depot(input: { nom?: string } = {}): Promise<Named> {
      const nom = input.nom ?? `Dépôt ${next()}`
      return { id: await inserted('depots', { nom, nom_key: sortKey(nom) }), nom }
    },

    /** `type`: one of the names every installation has (Commune, Paroisse…). */
    async lieu(
      input: {
        nom?: string
        parent?: { id: number; nom_long: string; chemin: string }
        type?: string
        latitude?: number
        longitude?: number
      } = {},
    ) {
      const nom = input.nom ?? `Lieu ${next()}`
      const type =
        input.type &&
        (await db.selectFrom('types_lieux').select('id').where('nom', '=', input.type).executeTakeFirstOrThrow())
      const nom_long = input.parent ? `${nom}, ${input.parent.nom_long}` : nom
      const { latitude = null, longitude = null } = input
      const row = {
        nom,
        nom_tri: sortKey(nom),
        type_id: type ? type.id : null,
        lieu_parent_id: input.parent?.id ?? null,
        latitude,
        longitude,
      }
      const recherche = ` ${sortKey(nom_long)} `
      const id = await inserted('lieux', { ...row, nom_long, recherche, chemin: '', created_at: NOW, updated_at: NOW })
      const chemin = `${input.parent?.chemin ?? '/'}${id}/`
      await db.updateTable('lieux').set({ chemin }).where('id', '=', id).execute()
      return { id, nom, nom_long, chemin }
    },

    async typeSource(input: { nom?: string; champs?: ChampInput[] } = {}): Promise<Named> {
      const nom = input.nom ?? `Type ${next()}`
      const id = await inserted('types_sources', { nom, nom_key: sortKey(nom) })
      const champs = (input.champs ?? BAPTEME).map((champ, index) => ({
        type_source_id: id,
        nom: champ.nom,
        label: champ.label ?? champ.nom,
        type: champ.type ?? 'text',
        required: champ.required ?? false,
        options: JSON.stringify(champ.options ?? []),
        ordre: index + 1,
      }))
      if (champs.length > 0) await db.insertInto('champs').values(champs).execute()
      return { id, nom }
    },

    /** One of the types that an installation is made with, by the key of its model. */
    async readyType(key: string): Promise<Named> {
      const model = modelByKey(key)
      if (!model) throw new Error(`no ready type ${key}`)
      return { id: await createTypeFromModel(db, model), nom: model.nom }
    },

    async source(input: SourceInput = {}) {
      const type = input.type ?? (await make.typeSource())
      const titre = input.titre ?? `Source ${next()}`
      const id = await inserted('sources', {
        titre,
        titre_tri: sortKey(titre),
        type_source_id: type.id,
        lieu_id: input.lieu?.id ?? null,
        section_id: input.section?.id ?? null,
        depot_id: input.depot?.id ?? null,
        annee_debut: input.annee_debut ?? null,
        annee_fin: input.annee_fin ?? null,
        champs_jusque: null,
        status: input.status ?? 'en_cours',
        created_at: NOW,
        updated_at: NOW,
      })
      for (const member of input.members ?? []) {
        await db.insertInto('source_membres').values({ source_id: id, user_id: member.id }).execute()
      }
      return { id, titre, type }
    },

    /** A record with its search entry, versions and counters, whatever the status of its source. Returns its id. */
    releve: (
      source: { id: number },
      data: CreateReleve['data'] = { nom: 'Martin' },
      etats: CreateReleve['etats'] = {},
    ) => createReleve(db, { source_id: source.id, data, etats, user_id: null, now: NOW }),
  }
  return make
}

interface SourceInput {
  titre?: string
  type?: { id: number; nom: string }
  lieu?: { id: number }
  section?: { id: number }
  depot?: { id: number }
  annee_debut?: number
  annee_fin?: number
  status?: SourceStatus
  members?: { id: number }[]
}

export type Factories = ReturnType<typeof factories>
