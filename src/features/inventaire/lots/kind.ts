import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import type { ActKind } from '../../../db/schema-persons.ts'
import { shown } from '../../../lib/body.ts'
import { AppError } from '../../../lib/errors.ts'
import { plural } from '../../../lib/text.ts'
import { optionalId } from '../../../web/form.ts'
import type { Asked, Hand, Kept, LotKind } from '../../lots/kind.ts'
import { insertSource, type SourceInput } from '../../sources/actions/sources.ts'
import { checkSource } from '../../sources/queries/checks.ts'
import { sourceChoices } from '../../sources/queries/sources.ts'
import { canEditInventory } from '../policy.ts'
import { findRegister } from '../queries.ts'
import { actsOf } from './queries.ts'

const count = (n: number): string => plural(n, 'source', 'sources')

interface Detail {
  /** Type of the sources by kind of act. */
  types: Partial<Record<ActKind, number>>
  section: number | null
}

const chosenType = (raw: Asked['raw'], acte: ActKind): number | undefined =>
  optionalId.safeParse(shown(raw, `choix_type_${acte}`)).data ?? undefined

async function read(asked: Asked) {
  const { types, sections, needsSection } = await sourceChoices(asked.db, asked.user)
  const errors: Record<string, string> = {}
  const detail: Detail = { types: {}, section: null }
  for (const acte of await actsOf(asked.db, asked.ids)) {
    const id = chosenType(asked.raw, acte)
    if (id !== undefined && types.some((type) => type.id === id)) detail.types[acte] = id
    else errors[`choix_type_${acte}`] = 'Choisissez le type dans la liste.'
  }
  const typed = shown(asked.raw, 'choix_section')
  detail.section = optionalId.safeParse(typed).data ?? null
  const isThere = typed === 'aucune' ? !needsSection : sections.some(({ id }) => id === detail.section)
  if (!isThere) errors.choix_section = 'Choisissez une section de la liste.'
  if (Object.keys(errors).length > 0) return { ok: false as const, errors }
  return { ok: true as const, detail: { ...detail } }
}

const isTaken = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('registre_sources').select('source_id').where('registre_id', '=', id).executeTakeFirst()) !==
  undefined

/** Makes the source of a register, à relever; AppError where it is lost, or taken. */
async function apply(trx: Trx, { user, notify }: Hand, id: number, kept: Kept): Promise<Kept> {
  const { types, section } = kept as unknown as Detail
  // Two people who take the same register at once: one of them is told.
  await dialectOf(trx).locks.lock(trx, 'registres')
  const line = await findRegister(trx, id)
  if (line.etat !== 'conserve') throw new AppError('conflit', 'Ce registre n’est pas conservé.')
  if (await isTaken(trx, id)) throw new AppError('conflit', 'Ce registre est déjà pris.')
  const { lieu_id, depot_id, cote, url, note, annee_debut, annee_fin } = line
  const input: SourceInput = {
    ...{ lieu_id, depot_id, cote, url, note, annee_debut, annee_fin, titre: null, membres: [] },
    ...{ type_source_id: types[line.acte] ?? 0, section_id: section },
  }
  const checked = await checkSource(trx, user, input, undefined)
  if (!checked.ok) throw new AppError('invalide', Object.values(checked.errors).join(' '))
  const source = await insertSource(trx, user, input, notify.now.toISOString())
  await trx.insertInto('registre_sources').values({ source_id: source, registre_id: id }).execute()
  return { source }
}

const STAYS = 'Cette source a servi depuis\u00a0: elle reste.'

async function undo(trx: Trx, _hand: Hand, _id: number, before: Kept): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('sources')
    .where('id', '=', Number(before.source))
    .where('version', '=', 1)
    .where('nb_releves', '=', 0)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('source_vues').select('numero').whereRef('source_id', '=', 'sources.id'))),
    )
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('conflit', STAYS)
}

/** Registers become sources, one or many at once. */
export const inventaireLot: LotKind = {
  kind: 'registres',
  count: (n) => plural(n, 'registre', 'registres'),
  actions: [
    {
      name: 'creer',
      label: 'Créer les sources…',
      title: (n) => (n === 1 ? 'Créer la source' : `Créer ${count(n)}`),
      done: (n) => `${count(n)} ${n >= 2 ? 'créées' : 'créée'}.`,
      isFor: canEditInventory,
      read,
      apply,
      undo,
    },
  ],
}
