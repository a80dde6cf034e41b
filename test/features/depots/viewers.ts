// Three invented viewers of archives, and what each makes of its addresses when it changes: the truth that rebuilt links are held against.
import type { TestApp } from '../../support/app.ts'

export interface Viewer {
  nom: string
  /** The site keeps it so. */
  modele: string
  ark(n: number): string
  /** The address of a view of register n, before and after. */
  before(n: number, vue: number): string
  after(n: number, vue: number): string
}

const arkName = (n: number): string => `vta${((n * 2654435761) % 4294967296).toString(16).padStart(8, '0')}`

/** Another host and another path; the ark stays. */
export const moved: Viewer = {
  nom: 'Archives de la Lande',
  modele: 'https://archives.lande.exemple.fr/{ark}/daogrp/0/{vue}',
  ark: (n) => `ark:/41057/${arkName(n)}`,
  before: (n, vue) => `https://archives.lande.exemple.fr/ark:/41057/${arkName(n)}/daogrp/0/${vue}`,
  after: (n, vue) => `https://numerique.lande.exemple.fr/visu/ark:/41057/${arkName(n)}/f${vue}.item?mode=plein`,
}

/** Registers are numbered anew, without any order that could be told. */
const renumbered = (n: number): number => 700_000 + ((n * 7919) % 100_003)
export const renamed: Viewer = {
  nom: 'Archives du Marais',
  modele: 'https://www.marais.exemple.fr/registres/view/{ark}/{vue}',
  ark: (n) => String(490_000 + n * 3),
  before: (n, vue) => `https://www.marais.exemple.fr/registres/view/${490_000 + n * 3}/${vue}`,
  after: (n, vue) => `https://marais.exemple.fr/viewer?registre=${renumbered(n)}&page=${vue}`,
}

/** Views begin two further on, in four digits; of the ark only its name is left. */
export const padded: Viewer = {
  nom: 'Archives du Bocage',
  modele: 'https://bocage.exemple.fr/{ark}/1/{vue}',
  ark: (n) => `ark:/60370/${arkName(n + 5000)}`,
  before: (n, vue) => `https://bocage.exemple.fr/ark:/60370/${arkName(n + 5000)}/1/${vue}`,
  after: (n, vue) =>
    `https://images.bocage.exemple.fr/BOC/${arkName(n + 5000)}/BOC_${arkName(n + 5000)}_${String(vue + 2).padStart(4, '0')}.html`,
}

/** Views of register n: from 1, 2 or 3, four to ten of them. */
export const viewsOfRegister = (n: number): number[] =>
  Array.from({ length: 4 + (n % 7) }, (_, i) => 1 + (n % 3) + i * (n % 5 === 0 ? 37 : 1))

const ROWS = 400

/** A repository of this viewer with so many registers, each a source. */
export async function seed(t: TestApp, viewer: Viewer, registers: number) {
  const depot = await t.make.depot({ nom: viewer.nom })
  const lien = await t.db
    .insertInto('depot_liens')
    .values({ depot_id: depot.id, modele: viewer.modele, de: null, a: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const first = await t.make.source({ section: t.saintMalo, depot, titre: 'Registre 0' })
  const row = await t.db.selectFrom('sources').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow()
  const { id: _, defauts, annees: _years, lacunes: _gaps, ...source } = row
  const ids = [first.id]
  for (let n = 1; n < registers; n += ROWS) {
    const some = Array.from({ length: Math.min(ROWS, registers - n) }, (_each, i) => n + i)
    const made = await t.db
      .insertInto('sources')
      .values(
        some.map((m) => ({
          ...source,
          defauts: JSON.stringify(defauts),
          titre: `Registre ${m}`,
          titre_tri: `registre ${m}`,
        })),
      )
      .returning('id')
      .execute()
    ids.push(...made.map(({ id }) => id).sort((a, b) => a - b))
  }
  const nothing = {
    libelle: null,
    ark_vue: null,
    adresse: null,
    iiif_base: null,
    image_id: null,
    largeur: null,
    hauteur: null,
  }
  const views = ids.flatMap((source_id, n) =>
    viewsOfRegister(n).map((numero) => ({ ...nothing, source_id, numero, ark: viewer.ark(n), lien_id: lien.id })),
  )
  for (let i = 0; i < views.length; i += ROWS)
    await t.db
      .insertInto('source_vues')
      .values(views.slice(i, i + ROWS))
      .execute()
  return { depot, ids, lien, path: `/admin/depots/${depot.id}/liens` }
}
