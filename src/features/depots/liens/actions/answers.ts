import type { Db, Trx } from '../../../../db/schema.ts'
import { AppError } from '../../../../lib/errors.ts'
import { quoted } from '../../../../lib/typo.ts'
import type { NamedRegister, ShownView } from '../queries/registers.ts'
import { answersOf, findStoredRule } from '../queries/rules.ts'
import { linkProblem } from '../rules/link-problem.ts'
import { takeApart } from '../rules/taken-apart.ts'

/** An answer is the text typed beside a register; '' takes an earlier one away. */
export interface TypedLink {
  ark: string
  lien: string
}

interface Page {
  registers: readonly NamedRegister[]
  /** The first view of each register that was shown. */
  views: ReadonlyMap<string, ShownView>
}

const ENDED = 'Cette règle a déjà été appliquée, ou abandonnée : ces liens n’y entrent plus.'
const SHAPE = 'Ce lien n’a pas la forme des exemples. Copiez celui de la visionneuse, en entier.'

export const vueOf = ({ ark_vue, numero }: ShownView): string => ark_vue ?? String(numero)

/** The new name of the register in a link to its first view, or why it cannot be that link. */
function newNameIn(nouveau: string, view: ShownView | undefined, lien: string): { ark: string } | { problem: string } {
  const problem = linkProblem(lien)
  if (problem !== undefined) return { problem }
  if (!view) return { problem: 'Ce registre n’a plus de vue sous l’ancienne adresse.' }
  const parts = takeApart(nouveau, lien)
  if (!parts || parts.ark === null) return { problem: SHAPE }
  if (parts.vue === null || String(parts.vue) === String(Number(vueOf(view)))) return { ark: parts.ark }
  return { problem: `Ce lien ouvre la vue ${parts.vue}. Collez celui de la vue ${vueOf(view)}.` }
}

/**
 * Keeps what was typed of a page of registers, one by one: a wrong link is told beside its field and keeps no other from being stored.
 * `errors` are by the names of the registers.
 */
export function saveAnswers(
  db: Db,
  { depotId, id }: { depotId: number; id: number },
  typed: readonly TypedLink[],
  { registers, views }: Page,
): Promise<{ saved: number; errors: Map<string, string> }> {
  return db.transaction().execute(async (trx) => {
    // One after the other: two registers must not get the same name.
    await trx
      .updateTable('depot_regles')
      .set((eb) => ({ etat: eb.ref('etat') }))
      .where('id', '=', id)
      .execute()
    const rule = await findStoredRule(trx, depotId, id)
    if (rule.etat !== 'preparee') throw new AppError('conflit', ENDED)
    const owners = new Map([...(await answersOf(trx, id))].map(([ark, name]) => [name, ark]))
    const errors = new Map<string, string>()
    let saved = 0
    const nameOf = ({ ark, lien }: TypedLink) =>
      lien === '' ? NO_NAME : freeName(rule.nouveau, { ark, lien }, { registers, views }, owners)
    for (const one of typed) {
      const name = nameOf(one)
      if ('problem' in name) errors.set(one.ark, name.problem)
      else if (await setAnswer(trx, id, one.ark, name.ark)) saved += 1
    }
    return { saved, errors }
  })
}

const NO_NAME = { ark: undefined }

/** The new name that a link gives its register, from then on its own; or why it cannot have it. */
function freeName(nouveau: string, { ark, lien }: TypedLink, { registers, views }: Page, owners: Map<string, string>) {
  const name = newNameIn(nouveau, views.get(ark), lien)
  if ('problem' in name) return name
  const owner = owners.get(name.ark)
  if (owner !== undefined && owner !== ark) return { problem: takenBy(registers, owner) }
  owners.set(name.ark, ark)
  return name
}

function takenBy(registers: readonly NamedRegister[], ark: string): string {
  const owner = registers.find((one) => one.ark === ark)
  return `Ce lien est déjà celui d’un autre registre\u00a0: ${quoted(owner?.titre ?? ark)}.`
}

/** Stores a new name, or takes it away; false where nothing changes. */
async function setAnswer(trx: Trx, regle_id: number, ark: string, nouvel_ark: string | undefined): Promise<boolean> {
  const rows = trx.selectFrom('depot_regle_registres').select('nouvel_ark')
  const known = await rows.where('regle_id', '=', regle_id).where('ark', '=', ark).executeTakeFirst()
  if (known?.nouvel_ark === nouvel_ark) return false
  await trx.deleteFrom('depot_regle_registres').where('regle_id', '=', regle_id).where('ark', '=', ark).execute()
  if (nouvel_ark !== undefined)
    await trx.insertInto('depot_regle_registres').values({ regle_id, ark, nouvel_ark }).execute()
  return true
}

/** Gives a rule up that was not applied. AppError `conflit` where it was. */
export async function dropRule(db: Db, depotId: number, id: number): Promise<void> {
  await findStoredRule(db, depotId, id)
  const { numDeletedRows } = await db
    .deleteFrom('depot_regles')
    .where('id', '=', id)
    .where('etat', '=', 'preparee')
    .executeTakeFirst()
  if (numDeletedRows === 0n)
    throw new AppError('conflit', 'Cette règle a été appliquée : elle s’annule, elle ne s’abandonne plus.')
}
