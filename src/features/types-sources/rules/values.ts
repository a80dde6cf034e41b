import { KINDS } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import type { Db, FieldType } from '../../../db/schema.ts'
import type { FormErrors } from '../../../lib/body.ts'
import { plural } from '../../../lib/text.ts'
import { quoted } from '../../../lib/typo.ts'
import { countTexts, examplesUnder, misfitsUnder, namely } from '../actions/held-values.ts'
import type { ChampInput } from '../form.ts'
import { countHolding, countUnfit, countValues } from '../queries.ts'

const kindName = (type: FieldType): string => quoted(KINDS[type].label.toLowerCase())
const have = (n: number): string => plural(n, 'relevé a', 'relevés ont')

/** Options named in a message; it says how many there are besides. */
const MAX_NAMED = 5

/** How many records hold a value that the new type could not take along. */
async function countLost(trx: Db, typeId: number, champ: Champ, to: FieldType): Promise<number> {
  if (!KINDS[champ.type].becomes?.types.includes(to)) return countValues(trx, typeId, champ.nom)
  const { oneLine } = KINDS[to]
  return oneLine === undefined ? 0 : countUnfit(trx, typeId, champ.nom, oneLine)
}

async function typeError(trx: Db, typeId: number, champ: Champ, input: ChampInput): Promise<string | undefined> {
  const lost = input.type === champ.type ? 0 : await countLost(trx, typeId, champ, input.type)
  if (lost === 0) return undefined
  const named = await examplesUnder(trx, typeId, { ...input, nom: champ.nom })
  const which = named === '' ? '' : ` (${named})`
  return `Ce type ne peut pas devenir ${kindName(input.type)}\u00a0: ${have(lost)} une valeur qui serait perdue${which}.`
}

/** Options taken out while records hold them: said once, done when it is asked again. */
async function optionsError(trx: Db, typeId: number, champ: Champ, input: ChampInput): Promise<string | undefined> {
  if (input.retirer || input.type !== champ.type || !KINDS[input.type].hasOptions) return undefined
  const gone = champ.options.filter((option) => !input.options.includes(option))
  const held = [...(await countTexts(trx, typeId, champ.nom, gone))].sort(([, a], [, b]) => b - a)
  if (held.length === 0) return undefined
  const named = held
    .slice(0, MAX_NAMED)
    .map(([option, n]) => `${quoted(option)}\u00a0: ${plural(n, 'relevé', 'relevés')}`)
  const others =
    held.length > MAX_NAMED ? `, et ${plural(held.length - MAX_NAMED, 'autre valeur', 'autres valeurs')}` : ''
  return `Des relevés ont une valeur qui n’est plus dans la liste (${named.join(', ')}${others}). Ils la garderont comme ancienne valeur, que la saisie ne propose plus\u00a0: cochez pour confirmer, ou remettez-la dans la liste.`
}

/** Stored values may stand against a change of their field; each message goes beside the control concerned. */
export async function changeErrors(trx: Db, typeId: number, champ: Champ, input: ChampInput): Promise<FormErrors> {
  const errors: FormErrors = {}
  const held = input.nom === champ.nom ? 0 : await countHolding(trx, typeId, champ.nom)
  if (held > 0) errors.nom = `Ce nom ne peut plus changer\u00a0: ${have(held)} une valeur dans ce champ.`
  const type = await typeError(trx, typeId, champ, input)
  if (type !== undefined) errors.type = type
  const retirer = await optionsError(trx, typeId, champ, input)
  if (retirer !== undefined) errors.retirer = retirer
  return errors
}

/**
 * Records may hold something under the name of a new field, of one that was deleted: values that its kind cannot take are in the
 * way; the others are said, and taken over when it is asked again.
 */
export async function addErrors(trx: Db, typeId: number, input: ChampInput, nbHolding: number): Promise<FormErrors> {
  const held = `${have(nbHolding)} déjà une valeur sous le nom ${quoted(input.nom)}, d’un champ supprimé`
  const misfits = await misfitsUnder(trx, typeId, input)
  if (misfits.count > 0) {
    const lost = plural(misfits.count, 'valeur ne peut', 'valeurs ne peuvent')
    const message = `${held}\u00a0: ${lost} pas devenir ${kindName(input.type)} (${namely(misfits)}). Choisissez un autre type, ou un autre nom.`
    return KINDS[input.type].hasOptions ? { options_raw: message } : { type: message }
  }
  if (input.reprendre) return {}
  return {
    reprendre: `${held}. Ce champ les montrera de nouveau\u00a0: cochez pour confirmer, ou choisissez un autre nom.`,
  }
}
