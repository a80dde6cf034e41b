import type { TestApp } from '../../support/app.ts'
import { type Page, squeeze } from '../../support/html.ts'

/** An act that Marie typed, in a source of her section. */
export async function actOfMarie(t: TestApp, status: 'en_cours' | 'a_valider' | 'validee' = 'en_cours') {
  const source = await t.make.source({ section: t.saintMalo, status, titre: 'Baptêmes de Pleurtuit' })
  const id = await t.make.releve(source, { nom: 'LE GOF', prenom: 'Marie' })
  await t.db.updateTable('releves').set({ created_by: t.marie.id }).where('id', '=', id).execute()
  return { id, source, path: `/releves/${id}` }
}

/** A person who only reads the section. */
export async function reader(t: TestApp) {
  const yves = await t.make.user({ name: 'yves' })
  await t.make.membre(t.saintMalo, yves, 'lecture')
  return yves
}

/** Everybody who was told of a thread, with what the notice says, in order. */
export const told = async (t: TestApp): Promise<string[]> =>
  (
    await t.db
      .selectFrom('notifications')
      .innerJoin('users', 'users.id', 'notifications.user_id')
      .select(['users.name', 'data'])
      .where('kind', '=', 'Fil')
      .orderBy('notifications.id')
      .execute()
  ).map(({ name, data }) => squeeze(`${name} ${data.motif}`))

export const threads = (t: TestApp) => t.db.selectFrom('fils').selectAll().orderBy('id').execute()

/** The fields of the form that goes to this address, as its page gives them. */
export function formTo(page: Page, action: string): Record<string, string> {
  const form = page.all('form').find((one) => one.getAttribute('action')?.endsWith(action))
  const names = form?.querySelectorAll('[name]').map((one) => one.getAttribute('name') ?? '') ?? []
  return Object.fromEntries(
    names.filter((name) => name !== 'chercher' && name !== '_csrf').map((name) => [name, page.value(name)]),
  )
}
