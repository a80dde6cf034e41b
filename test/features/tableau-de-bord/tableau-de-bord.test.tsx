import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HTMLElement } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import { StuckNotice } from '../../../src/features/administration/taches/notice-views.tsx'
import type { StuckCounts } from '../../../src/features/administration/taches/queries.ts'
import { createReleve } from '../../../src/features/releves/actions/records.ts'
import { DiskNotice } from '../../../src/features/tableau-de-bord/views/site.tsx'
import { enqueue } from '../../../src/features/taches/actions.ts'
import { type Answer, type TestApp, testApp } from '../../support/app.ts'
import { countQueries } from '../../support/count-queries.ts'
import { squeeze } from '../../support/html.ts'
import { dom } from '../../ui/render.tsx'

const home = async (t: TestApp, user: { id: number }) => (await t.as(user)).get('/')

/** « 12 En cours » of each figure, with where it leads. */
const figures = ({ page }: Answer) =>
  page.all('.chiffres a').map((link) => [squeeze(link.textContent), link.getAttribute('href')])

/** The lines of the panel under this title, in their order. */
function panel({ page }: Answer, title: string): string[] {
  const found = page.all('.panneau').find((one) => squeeze(one.querySelector('h2')?.textContent ?? '') === title)
  if (!found) throw new Error(`No panel « ${title} » in: ${page.text.slice(0, 300)}`)
  const words = (node: HTMLElement) => squeeze([...node.childNodes].map((child) => child.textContent).join(' '))
  return found.querySelectorAll('.lignes li, .rien').map(words)
}

const table = ({ page }: Answer) =>
  page.all('tbody tr').map((row) => row.querySelectorAll('th,td').map((cell) => squeeze(cell.textContent)))

/** Dates of creation and last change, a day apart in the order given. */
async function age(t: TestApp, ids: number[]) {
  for (const [index, id] of ids.entries()) {
    const at = `2026-02-${String(index + 1).padStart(2, '0')}T00:00:00.000Z`
    await t.db.updateTable('sources').set({ created_at: at, updated_at: at }).where('id', '=', id).execute()
  }
}

async function archive() {
  const t = await testApp()
  const type = await t.make.typeSource({ nom: 'Baptêmes' })
  const add = (
    titre: string,
    status: 'a_relever' | 'en_cours' | 'a_valider' | 'validee' | 'rejetee',
    section?: { id: number },
    members: { id: number }[] = [],
  ) => t.make.source({ titre, type, status, ...(section && { section }), members })
  const sources = {
    done: await add('Validée', 'validee', t.saintMalo),
    begun: await add('Commencée', 'en_cours', t.saintMalo, [t.marie]),
    fresh: await add('Vierge', 'a_relever', t.saintMalo, [t.marie]),
    refused: await add('Refusée', 'rejetee', t.saintMalo, [t.marie]),
    begunLater: await add('Commencée ensuite', 'en_cours', t.vannes, [t.marie]),
    waiting: await add('En attente', 'a_valider', t.saintMalo, [t.marie]),
    waitingElsewhere: await add('En attente à Vannes', 'a_valider', t.vannes),
    free: await add('Sans section', 'en_cours'),
  }
  await age(
    t,
    Object.values(sources).map((source) => source.id),
  )
  for (let n = 0; n < 3; n += 1) await t.make.releve(sources.begun, { nom: `Martin${n}`, prenom: 'Marie' })
  await t.make.releve(sources.waitingElsewhere, { nom: 'Zyxcanari' })
  await t.make.releve(sources.free, {})
  await t.db.updateTable('releves').set({ created_by: t.marie.id }).where('nom', '=', 'Martin1').execute()
  await t.db.updateTable('releves').set({ created_by: t.etienne.id }).where('nom', '=', 'Zyxcanari').execute()
  return { t, sources }
}

test('only for who is signed in', async () => {
  const t = await testApp()
  expect((await t.anonymous().get('/')).location).toMatch(/^\/login/)
})

describe('the administrator', () => {
  test('sees sources per status, records and users, each leading to its list', async () => {
    const { t } = await archive()
    const answer = await home(t, t.admin)
    expect(answer.status).toBe(200)
    expect(answer.page.h1).toBe('Tableau de bord')
    expect(figures(answer)).toEqual([
      ['1 À relever', '/sources?statut=a_relever'],
      ['3 En cours', '/sources?statut=en_cours'],
      ['2 À valider', '/sources?statut=a_valider'],
      ['1 Validée', '/sources?statut=validee'],
      ['1 Rejetée', '/sources?statut=rejetee'],
      ['5 Relevés', '/recherche'],
      ['4 Utilisateurs actifs', '/admin/utilisateurs?status=active'],
    ])
    expect(t.failures).toEqual([])
  })

  test('sees what waits for validation, oldest first, and the last records', async () => {
    const { t } = await archive()
    const answer = await home(t, t.admin)
    expect(panel(answer, 'Sources à valider')).toEqual([
      'En attente À valider, 0 relevé',
      'En attente à Vannes À valider, 1 relevé',
    ])
    const last = panel(answer, 'Derniers relevés')
    expect(last).toHaveLength(5)
    expect(last[0]).toMatch(/^Relevé n° \d+, Sans section 1er janvier 2026$/)
    expect(last[1]).toBe('Zyxcanari, En attente à Vannes etienne, 1er janvier 2026')
    expect(panel(answer, 'Raccourcis')).toEqual(['Utilisateurs', 'Sections', 'Types de sources', 'Types de lieux'])
    expect(answer.text).not.toContain('Premiers pas')
  })

  test('sees the records entered in each of the last six months, as bars and as a table', async () => {
    const { t, sources } = await archive()
    const enter = (now: string) =>
      createReleve(t.db, { source_id: sources.begun.id, data: {}, user_id: t.marie.id, now })
    // It is 21 November 2026; those of the archive are of January.
    for (const now of ['2026-10-31T23:59:59.999Z', '2026-11-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'])
      await enter(now)
    await enter('2026-05-31T23:59:59.999Z')
    await enter('2026-11-21T09:00:00.000Z')
    const answer = await home(t, t.admin)
    expect(table(answer)).toEqual([
      ['juin 2026', '1'],
      ['juillet 2026', '0'],
      ['août 2026', '0'],
      ['septembre 2026', '0'],
      ['octobre 2026', '1'],
      ['novembre 2026', '2'],
    ])
    expect(answer.page.all('.graphique .sous').map((label) => label.textContent)).toContain('nov.')
    expect(answer.page.all('.graphique rect')).toHaveLength(6)
  })

  test('sees how the site fares, and first of all what asks for attention', async () => {
    const t = await testApp()
    t.deps.version = '1.0.1'
    t.deps.settings.write({ installed_at: '2026-11-20T00:00:00.000Z' })
    rmSync(t.deps.storage, { recursive: true })
    const quiet = await home(t, t.admin)
    expect(quiet.page.all('.annonce')).toHaveLength(0)
    const state = (answer: Answer) => panel(answer, 'Le site')
    expect(state(quiet)).toEqual(['Version 1.0.1', 'Dernière sauvegarde aucune', 'Espace libre inconnu'])
    mkdirSync(join(t.deps.storage, 'app'), { recursive: true })
    const answer = { version: '999.1.0', verifiee_at: '2026-11-21T08:00:00.000Z' }
    writeFileSync(join(t.deps.storage, 'app/mise-a-jour.json'), JSON.stringify(answer))
    t.deps.settings.write({ installed_at: '2026-09-01T00:00:00.000Z' })
    for (const kind of ['courriel', 'courriel.compte', 'essai'])
      await enqueue(t.db, { kind, payload: {} }, t.deps.clock())
    await t.db.updateTable('taches').set({ erreur: 'base occupée' }).execute()
    await t.db.updateTable('taches').set({ etat: 'garee' }).where('kind', '=', 'courriel').execute()
    const busy = await home(t, t.admin)
    const [update, stuck, backup, ...none] = busy.page.all('.annonce').map((one) => squeeze(one.textContent))
    expect(update).toContain('La version 999.1.0 de Relevés est disponible.')
    expect(update).toContain('bin/releve app:update')
    expect(stuck).toBe(
      '3 tâches n’ont pas abouti, dont 2 courriels. 1 est arrêtée et attend votre décision. Voir les tâches en échec',
    )
    expect(backup).toContain('Aucune sauvegarde depuis 81 jours.')
    expect(none).toEqual([])
    expect(state(busy)[2]).toMatch(/^Espace libre [\d,]+ [MGT]o$/)
    expect((await home(t, t.marie)).page.all('.annonce')).toHaveLength(0)
  })

  test('is told in words of mails alone, and of what will be tried again', () => {
    const words = (counts: StuckCounts) => squeeze(dom(<StuckNotice {...counts} />).textContent)
    const link = 'Voir les tâches en échec'
    expect(words({ total: 0, mails: 0, parked: 0 })).toBe('')
    expect(words({ total: 1, mails: 1, parked: 0 })).toBe(
      `1 courriel n’est pas parti. Le site essaiera de nouveau de lui-même. ${link}`,
    )
    expect(words({ total: 2, mails: 0, parked: 2 })).toBe(
      `2 tâches n’ont pas abouti. 2 sont arrêtées et attendent votre décision. ${link}`,
    )
  })

  test('is told when the disk of the data is nearly full', () => {
    const words = (isNearlyFull: boolean, free?: number) =>
      squeeze(dom(<DiskNotice free={free} isNearlyFull={isNearlyFull} />).textContent)
    expect(words(true, 300_000_000)).toContain('Il ne reste que 300 Mo sur le disque du serveur.')
    expect([words(false, 2_000_000_000), words(true, undefined)]).toEqual(['', ''])
  })

  test('of an empty site is told what to do first, and what is done already', async () => {
    const t = await testApp()
    const empty = await home(t, t.admin)
    expect(empty.page.all('.premiers-pas a').map((link) => link.getAttribute('href'))).toEqual([
      '/lieux/nouveau',
      '/admin/types-sources/nouveau',
      '/sources/nouvelle',
    ])
    expect(empty.page.all('.premiers-pas .etat')).toHaveLength(0)
    expect(panel(empty, 'Sources à valider')).toEqual(['Aucune source n’attend de validation.'])
    expect(panel(empty, 'Derniers relevés')).toEqual(['Aucun relevé n’a encore été saisi.'])
    await t.make.lieu({ nom: 'Pleurtuit' })
    const begun = await home(t, t.admin)
    expect(begun.page.all('.premiers-pas li').map((step) => step.querySelector('.etat') !== null)).toEqual([
      true,
      false,
      false,
    ])
    await t.make.source()
    expect((await home(t, t.admin)).page.has('.premiers-pas')).toBe(false)
  })
})

describe('a member', () => {
  test('sees the statistics of the own sections only', async () => {
    const { t } = await archive()
    expect(table(await home(t, t.marie))).toEqual([['Section de Saint-Malo', '1', '1', '1', '1', '1', '3']])
    expect(table(await home(t, t.etienne))).toEqual([['Section de Vannes', '0', '1', '1', '0', '0', '1']])
  })

  test('a section without sources is there, with nothing in it', async () => {
    const t = await testApp()
    expect(table(await home(t, t.marie))).toEqual([['Section de Saint-Malo', '0', '0', '0', '0', '0', '0']])
  })

  test('sees the assigned sources that wait for work, the most urgent first', async () => {
    const { t } = await archive()
    const answer = await home(t, t.marie)
    expect(squeeze(answer.page.text)).toContain('Par urgence : les sources rejetées d’abord')
    expect(panel(answer, 'Mes sources à saisir')).toEqual([
      'Refusée Rejetée, 0 relevé',
      'Commencée En cours, 3 relevés',
      'Commencée ensuite En cours, 0 relevé',
      'Vierge À relever, 0 relevé',
    ])
    expect(panel(await home(t, t.etienne), 'Mes sources à saisir')).toEqual([
      'Aucune source ne vous est confiée pour l’instant.',
    ])
  })

  test('sees the own records, and nothing to validate', async () => {
    const { t } = await archive()
    const answer = await home(t, t.marie)
    expect(panel(answer, 'Mes derniers relevés')).toEqual(['Martin1 Marie, Commencée 1er janvier 2026'])
    expect(() => panel(answer, 'Sources à valider')).toThrow()
    expect(answer.page.has('.chiffres')).toBe(false)
  })

  test('own records of a source that is no longer to be seen are not shown', async () => {
    const { t, sources } = await archive()
    await t.db
      .updateTable('sources')
      .set({ section_id: t.saintMalo.id })
      .where('id', '=', sources.waitingElsewhere.id)
      .execute()
    const answer = await home(t, t.etienne)
    expect(panel(answer, 'Mes derniers relevés')).toEqual(['Vous n’avez pas encore saisi de relevé.'])
    expect(answer.text).not.toMatch(/zyxcanari/i)
  })

  test('without section nor source is told whom to ask', async () => {
    const t = await testApp()
    const nobody = await t.make.user({ name: 'nouveau' })
    const answer = await home(t, nobody)
    expect(answer.page.text).toContain('Aucune source ne vous est encore confiée.')
    expect(answer.page.text).toContain('Demandez à un administrateur')
  })

  test('nothing of hidden sources is received', async () => {
    const { t } = await archive()
    expect((await home(t, t.marie)).text).not.toMatch(/zyxcanari|En attente à Vannes|Section de Vannes|Sans section/i)
    expect((await home(t, t.etienne)).text).not.toMatch(/Saint-Malo|Commencée(?! ensuite)|Martin|Sans section/)
  })
})

describe('a section manager', () => {
  test('sees what waits for validation in the managed sections', async () => {
    const { t } = await archive()
    expect(panel(await home(t, t.rene), 'Sources à valider')).toEqual(['En attente À valider, 0 relevé'])
    await t.make.membre(t.vannes, t.rene)
    expect(panel(await home(t, t.rene), 'Sources à valider')).toEqual(['En attente À valider, 0 relevé'])
  })

  test('sees the recent sources of the own sections, newest first', async () => {
    const { t } = await archive()
    expect(panel(await home(t, t.rene), 'Sources récentes de mes sections')).toEqual([
      'En attente À valider, 0 relevé',
      'Refusée Rejetée, 0 relevé',
      'Vierge À relever, 0 relevé',
      'Commencée En cours, 3 relevés',
      'Validée Validée, 0 relevé',
    ])
  })
})

test('lists stop at eight lines, and the number of queries does not grow with them', async () => {
  const { t, sources } = await archive()
  const asked = async (user: { id: number }) => {
    const visitor = await t.as(user)
    return countQueries(t.deps, () => visitor.get('/'))
  }
  const before = [await asked(t.admin), await asked(t.rene), await asked(t.marie)]
  for (let n = 0; n < 12; n += 1) {
    const more = await t.make.source({
      type: sources.free.type,
      status: n % 2 ? 'a_valider' : 'rejetee',
      section: t.saintMalo,
      members: [t.marie],
    })
    await t.make.releve(more, { nom: `Encore${n}` })
    await t.make.membre(await t.make.section(), t.marie)
  }
  expect([await asked(t.admin), await asked(t.rene), await asked(t.marie)]).toEqual(before)
  const answer = await home(t, t.admin)
  expect(panel(answer, 'Derniers relevés')).toHaveLength(8)
  expect(panel(await home(t, t.marie), 'Mes sources à saisir')).toHaveLength(8)
  expect(t.failures).toEqual([])
})
