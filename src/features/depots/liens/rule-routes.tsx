import type { Context } from 'hono'
import { plural } from '../../../lib/text.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type FormErrors, readBody, readQuery } from '../../../web/form.ts'
import { listUrl, readPaging } from '../../../web/pagination.ts'
import { idParam } from '../../../web/params.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { shownForm } from '../../../web/saving.ts'
import { actorOf } from '../../journal/actor.tsx'
import { dropRule, saveAnswers, vueOf } from './actions/answers.ts'
import { applyRule } from './actions/apply.ts'
import { undoRule } from './actions/undo.ts'
import { typedLinks } from './form.ts'
import { crumbsOf, openedDepot, pathOf } from './opened-depot.tsx'
import { type NamedRegister, namedRegisters, viewsFor } from './queries/registers.ts'
import { answersOf, findStoredRule } from './queries/rules.ts'
import { samplesOf } from './queries/samples.ts'
import { newAddress } from './rules/rule.ts'
import { LINKS_TITLE } from './views/links.tsx'
import { REGISTERS_TITLE, type RegisterLine, RegistersPage } from './views/registers.tsx'
import { RulePage, ruleTitle } from './views/rule.tsx'

/** One rule of a repository: what it would do, done, undone; mounted at /admin/depots/:id/liens/regles. */
export const ruleRoutes = router()

async function opened(c: Context<AppEnv>) {
  const { db } = c.var.deps
  const depot = await openedDepot(c)
  const rule = await findStoredRule(db, depot.id, idParam(c, 'regle'))
  const breadcrumb = [...crumbsOf(depot), { href: pathOf(depot.id), label: LINKS_TITLE }]
  return { db, depot, rule, path: pathOf(depot.id), breadcrumb }
}

ruleRoutes.get('/:regle', async (c) => {
  const { db, depot, rule, path, breadcrumb } = await opened(c)
  const isPrepared = rule.etat === 'preparee'
  const named = isPrepared ? await namedRegisters(db, depot.id, rule.ancien) : undefined
  const answers = await answersOf(db, rule.id)
  const reach = named && {
    registres: named.registers.length,
    liens: named.registers.reduce((sum, { liens }) => sum + liens, 0),
    connus: named.registers.filter(({ ark }) => !rule.par_registre || answers.has(ark)).length,
  }
  const samples = named ? await samplesOf(db, rule, named, answers) : []
  return page(c, ruleTitle(rule), <RulePage {...{ path, rule, reach, samples }} />, { breadcrumb })
})

type Opened = Awaited<ReturnType<typeof opened>>

/** A page of registers with their first views and what is known of them. */
async function registersShown(c: Context<AppEnv>, { db, depot, rule }: Opened) {
  const paging = readPaging(readQuery(c))
  const { under, registers } = await namedRegisters(db, depot.id, rule.ancien)
  const answers = await answersOf(db, rule.id)
  const shownOnes = registers.slice(paging.offset, paging.offset + paging.parPage)
  const choice = { arks: shownOnes.map(({ ark }) => ark), choice: (run: { premiere: number }) => run.premiere }
  const views = await viewsFor(db, rule, under, choice)
  const lineOf = ({ ark, titre, cote }: NamedRegister, n: number): RegisterLine => {
    const view = views.get(ark)
    const lien = view && answers.has(ark) ? newAddress(rule, answers, view) : null
    return { n, ark, titre, cote, vue: view ? vueOf(view) : '', ancienne: view?.ancienne ?? '', lien: lien ?? '' }
  }
  return { paging, registers, answers, views, lines: shownOnes.map(lineOf) }
}

async function registersPage(
  c: Context<AppEnv>,
  one: Opened,
  again?: { typed: Map<string, string>; errors: FormErrors },
) {
  const { paging, registers, answers, lines } = await registersShown(c, one)
  const { status } = shownForm({}, again)
  const back = `${one.path}/regles/${one.rule.id}`
  const query = readQuery(c)
  const props = {
    ...{ path: one.path, back, paging, total: registers.length },
    lines: lines.map((line) => ({ ...line, lien: again?.typed.get(line.ark) ?? line.lien })),
    connus: registers.filter(({ ark }) => answers.has(ark)).length,
    errors: again?.errors ?? {},
    href: (n: number) => listUrl(`${back}/registres`, query, { page: n }),
    action: listUrl(`${back}/registres`, query, { page: paging.page }),
  }
  const breadcrumb = [...one.breadcrumb, { href: back, label: ruleTitle(one.rule) }]
  return page(c, REGISTERS_TITLE, <RegistersPage {...props} />, { status, breadcrumb })
}

ruleRoutes.get('/:regle/registres', async (c) => registersPage(c, await opened(c)))

ruleRoutes.post('/:regle/registres', async (c) => {
  const one = await opened(c)
  const { db, depot, rule, path } = one
  const typed = typedLinks(await readBody(c))
  const { paging, registers, views } = await registersShown(c, one)
  const { saved, errors } = await saveAnswers(db, { depotId: depot.id, id: rule.id }, typed, { registers, views })
  if (errors.size > 0) {
    const beside = typed.flatMap(({ n, ark }) => (errors.has(ark) ? [[`lien_${n}`, errors.get(ark) ?? '']] : []))
    const again = { typed: new Map(typed.map(({ ark, lien }) => [ark, lien])), errors: Object.fromEntries(beside) }
    return registersPage(c, one, again)
  }
  const answers = await answersOf(db, rule.id)
  const next = registers.findIndex(({ ark }) => !answers.has(ark))
  const said =
    saved === 0 ? 'Rien de nouveau à enregistrer.' : `${plural(saved, 'lien enregistré', 'liens enregistrés')}.`
  if (next < 0) return seeOther(c, `${path}/regles/${rule.id}`, `${said} Tous les registres ont leur lien.`)
  const query = { ...readQuery(c), par_page: paging.parPage === 50 ? '' : String(paging.parPage) }
  const href = listUrl(`${path}/regles/${rule.id}/registres`, query, { page: Math.floor(next / paging.parPage) + 1 })
  return seeOther(c, href, said)
})

ruleRoutes.post('/:regle/appliquer', async (c) => {
  const { db, depot, rule, path } = await opened(c)
  const now = c.var.deps.clock().toISOString()
  const { registres, liens } = await applyRule(db, depot.id, rule.id, actorOf(c), now)
  const said = `${plural(liens, 'lien suit', 'liens suivent')} la nouvelle adresse, dans ${plural(registres, 'registre', 'registres')}.`
  return seeOther(c, `${path}/regles/${rule.id}`, said)
})

ruleRoutes.post('/:regle/annuler', async (c) => {
  const { db, depot, rule, path } = await opened(c)
  await undoRule(db, depot.id, rule.id, actorOf(c), c.var.deps.clock().toISOString())
  return seeOther(c, path, 'Changement annulé : les liens ont leur ancienne adresse.')
})

ruleRoutes.post('/:regle/abandonner', async (c) => {
  const { db, depot, rule, path } = await opened(c)
  await dropRule(db, depot.id, rule.id)
  return seeOther(c, path, 'Règle abandonnée.')
})
