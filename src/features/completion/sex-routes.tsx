import { z } from 'zod'
import type { Champ } from '../../champs/kind.ts'
import type { Db } from '../../db/schema.ts'
import { router } from '../../web/env.ts'
import { parseForm, readQuery, requiredId, text } from '../../web/form.ts'
import { findVisibleSource } from '../sources/queries/sources.ts'
import { champsOf } from '../types-sources/queries.ts'
import { agreedOn, genderOfNames, optionFor } from './rules/sex.ts'
import { heldBeside } from './sex-queries.ts'

const Asked = z.object({ source: requiredId, champ: text(60), prenom: text(500) })

export const sexRoutes = router()

interface Query {
  source_id: number
  prenom: string
}

/** The option to propose; where the names themselves do not tell, records of the source may. */
async function proposed(db: Db, { nom, options, groupe }: Champ, champs: readonly Champ[], query: Query) {
  const gender = genderOfNames(query.prenom)
  if (gender !== undefined) return optionFor(options, gender)
  // The column that can be asked holds the names of one person of the act.
  const main = champs.find((champ) => champ.nom === 'prenom')
  if (main?.groupe?.id !== groupe?.id) return undefined
  const agreed = agreedOn(await heldBeside(db, { ...query, champ: nom }))
  return options.find((option) => option === agreed)
}

/** `{ valeur }`: the choice that the field `champ` (of the part « sexe ») would have beside these first names; null for none. */
sexRoutes.get('/completions/sexe', async (c) => {
  const { db } = c.var.deps
  const asked = parseForm(Asked, readQuery(c))
  if (!asked.ok) return c.json({ valeur: null })
  const { source: id, champ: nom, prenom } = asked.value
  const source = await findVisibleSource(db, c.var.user, id)
  const champs = await champsOf(db, source.type_source_id)
  const champ = champs.find((one) => one.nom === nom && one.partie === 'sexe')
  const valeur = champ && (await proposed(db, champ, champs, { source_id: source.id, prenom }))
  return c.json({ valeur: valeur ?? null })
})
