import type { Db, Trx } from '../../../../db/schema.ts'
import { randomToken } from '../../../../lib/crypto.ts'
import { AppError } from '../../../../lib/errors.ts'
import { sortKey } from '../../../../lib/text.ts'
import { analyseAgain } from '../../../imports/actions/steps.ts'
import type { Import } from '../../../imports/kind.ts'
import { createLieu } from '../../../lieux/actions.ts'
import { removeCreated } from '../../../lieux/import/actions/undo.ts'
import type { NameChoice, NamesForm } from '../place-names-form.ts'

/** A place of this name may lie there since a form was sent twice, or two names are one. */
const placeBelow = (db: Db, parentId: number | null, nom: string) =>
  db
    .selectFrom('lieux')
    .select('id')
    .where('nom_tri', '=', sortKey(nom))
    .where('lieu_parent_id', parentId === null ? 'is' : '=', parentId)
    .orderBy('id')
    .executeTakeFirst()

/** Creates the place that a name is to be, marked as made for this import; a comma begins what it lies in. */
async function createdFor(db: Db, imported: Import, nom: string, form: NamesForm, now: Date): Promise<number> {
  const own = (nom.split(',')[0] ?? nom).trim()
  const there = await placeBelow(db, form.parent_id, own)
  if (there) return there.id
  const input = {
    ...{ nom: own, code: null, type_id: form.type_id, lieu_parent_id: form.parent_id },
    ...{ latitude: null, longitude: null, note: null },
  }
  const sending = { userId: imported.user_id ?? 0, jeton: randomToken(), now: now.toISOString() }
  const saved = await createLieu(db, input, sending, imported.id)
  if (!saved.ok) throw new AppError('conflit', Object.values(saved.errors)[0] ?? 'Ce lieu n’a pas pu être créé.')
  return saved.value
}

async function keepChoice(
  trx: Trx,
  importId: number,
  nom: string,
  choice: { choix: 'lieu' | 'notes'; lieu_id: number | null },
) {
  await trx.updateTable('import_lieux').set(choice).where('import_id', '=', importId).where('nom', '=', nom).execute()
}

/** Keeps what was said of names and makes the dry run again by it. AppError `conflit` where the import has gone on meanwhile. */
export async function decidePlaces(db: Db, imported: Import, form: NamesForm, now: Date): Promise<void> {
  const places = new Map<string, number>()
  for (const { nom } of form.choices.filter(({ choix }) => choix === 'creer'))
    places.set(nom, await createdFor(db, imported, nom, form, now))
  const decided = (choice: NameChoice) => {
    if (choice.choix === 'notes') return { choix: 'notes' as const, lieu_id: null }
    const lieu_id = choice.choix === 'lieu' ? choice.lieu_id : (places.get(choice.nom) ?? null)
    return { choix: 'lieu' as const, lieu_id }
  }
  await db.transaction().execute(async (trx) => {
    for (const choice of form.choices) await keepChoice(trx, imported.id, choice.nom, decided(choice))
    if (form.isRestNoted)
      await trx
        .updateTable('import_lieux')
        .set({ choix: 'notes' })
        .where('import_id', '=', imported.id)
        .where('choix', 'is', null)
        .execute()
    await analyseAgain(trx, imported, now)
  })
}

/** Places made for an import go with it, those that nothing else uses. */
export async function removePlaces(trx: Trx, imported: Import, cursor: number | null, limit: number) {
  const { messages, next } = await removeCreated(trx, imported, cursor, limit)
  return { messages, next }
}

export const hasPlaces = async (db: Db, importId: number): Promise<boolean> =>
  (await db.selectFrom('lieux').select('id').where('import_id', '=', importId).limit(1).executeTakeFirst()) !==
  undefined

/** Places are made by hand, a few at a time. */
const PLACES_AT_ONCE = 500

/** Takes back those that were made for an import which is given up. */
export async function dropPlaces(trx: Trx, imported: Import): Promise<void> {
  for (let cursor: number | null = null; ; ) {
    const { next }: { next: number | null } = await removePlaces(trx, imported, cursor, PLACES_AT_ONCE)
    if (next === null) return
    cursor = next
  }
}
