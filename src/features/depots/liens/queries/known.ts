import type { Db } from '../../../../db/schema.ts'
import { addressOf, arkParts } from '../../../vues/rules/address.ts'
import { recognise } from '../../../vues/rules/platforms.ts'
import { type Parts, takeApart } from '../rules/taken-apart.ts'
import { currentPatterns } from './links.ts'

/** A link that the site has, with the pattern that makes it; null: it stands as it is, and nobody knows its pattern yet. */
export interface KnownLink {
  pattern: string | null
  adresse: string
  ark: string | null
  ark_vue: string | null
  vue: number | null
}

/** The link as its platform writes it, without what viewers put behind it. */
function plainForm(link: string): string | undefined {
  const found = recognise(link)
  if (!found || 'problem' in found || found.vue === null) return undefined
  return addressOf(found.modele, { ark: found.ark, ark_vue: found.vue, numero: 0 }) ?? undefined
}

/** The name of the register in full, where the views of the pattern have it. */
async function arkIn(db: Db, lienId: number, { ark, nom }: Parts): Promise<string | undefined> {
  const views = db.selectFrom('source_vues').where('lien_id', '=', lienId)
  const whole = views.select('ark').where('ark', '=', ark)
  if (ark !== null) return (await whole.limit(1).executeTakeFirst())?.ark ?? undefined
  const all = await views.select('ark').where('ark', 'is not', null).distinct().execute()
  return all.find((row) => arkParts(row.ark)?.nom === nom)?.ark ?? undefined
}

/** The view that a link of this pattern opens; undefined where the site has no such view. */
async function madeBy(db: Db, { id, modele }: { id: number; modele: string }, link: string) {
  const parts = takeApart(modele, link)
  const ark = parts && (await arkIn(db, id, parts))
  if (!parts || ark === undefined) return undefined
  const { ark_vue, vue } = parts
  const views = db.selectFrom('source_vues').select('numero').where('lien_id', '=', id).where('ark', '=', ark).limit(1)
  const named = ark_vue ?? (vue === null ? null : String(vue))
  const found =
    named === null
      ? views
      : views.where((eb) =>
          eb.or([
            eb('ark_vue', '=', named),
            ...(vue === null ? [] : [eb.and([eb('ark_vue', 'is', null), eb('numero', '=', vue)])]),
          ]),
        )
  return (await found.executeTakeFirst()) && { pattern: modele, adresse: link, ark, ark_vue, vue }
}

/** A link as it stands with a view, or with the source. */
async function plain(db: Db, depotId: number, link: string): Promise<KnownLink | undefined> {
  const view = await db
    .selectFrom('source_vues as v')
    .innerJoin('sources as s', 's.id', 'v.source_id')
    .select('v.numero as vue')
    .where('s.depot_id', '=', depotId)
    .where('v.lien_id', 'is', null)
    .where('v.adresse', '=', link)
    .limit(1)
    .executeTakeFirst()
  const sources = db.selectFrom('sources').select('id').where('depot_id', '=', depotId).where('url', '=', link)
  if (!view && !(await sources.limit(1).executeTakeFirst())) return undefined
  const found = recognise(link)
  const isKnown = found !== undefined && !('problem' in found) && found.ark !== null
  const pattern = isKnown && takeApart(found.modele, link) ? found.modele : null
  const parts = pattern === null ? undefined : takeApart(pattern, link)
  const nothing = { ark: null, ark_vue: null, vue: view?.vue ?? null }
  return { pattern, adresse: link, ...(parts ? { ark: parts.ark, ark_vue: parts.ark_vue, vue: parts.vue } : nothing) }
}

/** The link of this repository that somebody typed; undefined where none is like it. */
export async function knownLink(db: Db, depotId: number, typed: string): Promise<KnownLink | undefined> {
  const forms = [...new Set([typed, plainForm(typed) ?? typed])]
  const patterns = await currentPatterns(db, depotId)
  for (const form of forms) {
    for (const pattern of patterns) {
      const found = await madeBy(db, pattern, form)
      if (found) return found
    }
    const found = await plain(db, depotId, form)
    if (found) return found
  }
  return undefined
}
