import type { Context } from 'hono'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, rawOf, readBody } from '../../web/form.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, sendingOf, shownForm } from '../../web/saving.ts'
import { copyGroup, createGroup, deleteGroup, updateGroup } from './actions/groups.ts'
import { moveGroup } from './actions/ordering.ts'
import { DESIGNER_BREADCRUMB, designerOfGroup } from './champs-routes.tsx'
import { parseGroup } from './form.ts'
import { champsOf, findGroup, findType, typeGroups } from './queries.ts'
import { DeleteGroupPage, deleteGroupTitle, EditGroupPage, groupTitle } from './views/groups.tsx'
import { BASE } from './views/types.tsx'

/** The groups of one type; mounted at /admin/types-sources/:id/groupes, behind its guard. */
export const groupsRoutes = router()

const listPath = (typeId: number, groupId?: number): string =>
  `${BASE}/${typeId}/champs${groupId === undefined ? '' : `#groupe-${groupId}`}`

groupsRoutes.post('/', async (c) => {
  const typeId = idParam(c)
  const raw = await readBody(c)
  const form = parseGroup(raw)
  if (!form.ok) return designerOfGroup(c, raw, form)
  const saved = await createGroup(c.var.deps.db, typeId, form.value, sendingOf(c, raw))
  return saved.ok ? seeOther(c, listPath(typeId, saved.value), 'Groupe ajouté.') : designerOfGroup(c, raw, saved)
})

async function editor(c: Context<AppEnv>, raw?: Body, refusal?: Refusal) {
  const { db } = c.var.deps
  const type = await findType(db, idParam(c))
  const { version, ...group } = await findGroup(db, type.id, idParam(c, 'groupe'))
  const { libelle, role, de } = group
  const { status, ...form } = shownForm(raw ?? rawOf({ libelle, role, de, version }), refusal)
  const groups = await typeGroups(db, type.id)
  const body = <EditGroupPage base={`${BASE}/${type.id}`} edited={group} groups={groups} {...form} />
  return page(c, groupTitle(group), body, { status, breadcrumb: DESIGNER_BREADCRUMB })
}

groupsRoutes.get('/:groupe/modifier', (c) => editor(c))

groupsRoutes.post('/:groupe', async (c) => {
  const { db, clock } = c.var.deps
  const [typeId, groupId] = [idParam(c), idParam(c, 'groupe')]
  const raw = await readBody(c)
  await findGroup(db, typeId, groupId)
  const form = parseGroup(raw)
  if (!form.ok) return editor(c, raw, form)
  const saved = await updateGroup(db, typeId, groupId, form.value, clock())
  return saved.ok ? seeOther(c, listPath(typeId, groupId), 'Groupe enregistré.') : editor(c, raw, saved)
})

groupsRoutes.post('/:groupe/copier', async (c) => {
  const typeId = idParam(c)
  const raw = await readBody(c)
  const copy = await copyGroup(c.var.deps.db, typeId, idParam(c, 'groupe'), sendingOf(c, raw))
  return seeOther(c, listPath(typeId, copy), 'Groupe copié avec ses champs.')
})

for (const [path, step] of [
  ['monter', -1],
  ['descendre', 1],
] as const) {
  groupsRoutes.post(`/:groupe/${path}`, async (c) => {
    const [typeId, groupId] = [idParam(c), idParam(c, 'groupe')]
    await moveGroup(c.var.deps.db, typeId, groupId, step, c.var.deps.clock())
    return seeOther(c, listPath(typeId, groupId), 'Groupe déplacé.')
  })
}

groupsRoutes.get('/:groupe/supprimer', async (c) => {
  const { db } = c.var.deps
  const type = await findType(db, idParam(c))
  const group = await findGroup(db, type.id, idParam(c, 'groupe'))
  const nbChamps = (await champsOf(db, type.id)).filter(({ groupe }) => groupe?.id === group.id).length
  const body = <DeleteGroupPage base={`${BASE}/${type.id}`} group={group} nbChamps={nbChamps} />
  return page(c, deleteGroupTitle(group), body, { breadcrumb: DESIGNER_BREADCRUMB })
})

groupsRoutes.post('/:groupe/supprimer', async (c) => {
  const typeId = idParam(c)
  await deleteGroup(c.var.deps.db, typeId, idParam(c, 'groupe'), c.var.deps.clock())
  return seeOther(c, listPath(typeId), 'Groupe supprimé.')
})
