import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HTMLElement } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import { stuckInWords } from '../../../src/features/administration/taches/rules.ts'
import { createReleve } from '../../../src/features/releves/actions/records.ts'
import { openSources } from '../../../src/features/tableau-de-bord/queries/sources.ts'
import { firstSteps, isSetUp, type StepFacts } from '../../../src/features/tableau-de-bord/rules/steps.ts'
import { type TodoFacts, todoOf } from '../../../src/features/tableau-de-bord/rules/todo.ts'
import { enqueue } from '../../../src/features/taches/actions.ts'
import { type Answer, type TestApp, testApp } from '../../support/app.ts'
import { countQueries } from '../../support/count-queries.ts'
import { squeeze } from '../../support/html.ts'

const home = async (t: TestApp, user: { id: number }) => (await t.as(user)).get('/')

/** « 12 En cours » of each figure, with where it leads. */
const figures = ({ page }: Answer, of = '.chiffres a') =>
  page.all(of).map((link) => [squeeze(link.textContent), link.getAttribute('href')])

/** The page leads to one thing at a time: these are its main buttons. */
const mainButtons = (answer: Answer) => answer.page.all('.principal').map((button) => squeeze(button.textContent))

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
    expect(figures(answer, '.parts a')).toEqual([
      ['1 À relever', '/sources?statut=a_relever'],
      ['3 En cours', '/sources?statut=en_cours'],
      ['2 À valider', '/sources?statut=a_valider'],
      ['1 Validée', '/sources?statut=validee'],
      ['1 Rejetée', '/sources?statut=rejetee'],
    ])
    expect(figures(answer)).toEqual([
      ['5 relevés 0 ce mois-ci, 0 le mois dernier', '/recherche'],
      ['8 sources dont 1 validée', '/sources'],
      ['4 personnes inscrites aucune n’a saisi ce mois-ci', '/admin/utilisateurs?status=active'],
    ])
    const widths = answer.page.all('.parts rect').map((part) => Number(part.getAttribute('width')))
    expect(widths).toEqual([12.5, 37.5, 25, 12.5, 12.5])
    expect(t.failures).toEqual([])
  })

  test('sees what waits for validation, oldest first, and the last records', async () => {
    const { t } = await archive()
    const answer = await home(t, t.admin)
    expect(panel(answer, 'Sources à valider')).toEqual([
      'En attente 0 relevé, depuis 9 mois',
      'En attente à Vannes 1 relevé, depuis 9 mois',
    ])
    const last = panel(answer, 'Derniers relevés')
    expect(last).toHaveLength(5)
    expect(last[0]).toMatch(/^Relevé n° \d+, Sans section il y a 10 mois$/)
    expect(last[1]).toBe('Zyxcanari, En attente à Vannes etienne, il y a 10 mois')
    expect(panel(answer, 'Raccourcis')).toEqual([
      'Créer une source',
      'Statistiques',
      'Utilisateurs',
      'Sections',
      'Types de sources',
      'Types de lieux',
    ])
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
    expect([...quiet.page.all('.annonce:not(.a-faire)'), ...quiet.page.all('.a-faire .etat-err')]).toHaveLength(0)
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
    const [update, ...none] = busy.page.all('.annonce:not(.a-faire)').map((one) => squeeze(one.textContent))
    expect(update).toContain('La version 999.1.0 de Relevés est disponible.')
    expect(update).toContain('bin/releve app:update')
    expect(none).toEqual([])
    const [backup, stuck] = busy.page.all('.a-faire li').map((one) => squeeze(one.textContent))
    expect(backup).toContain('urgent Aucune sauvegarde depuis 81 jours.')
    expect(stuck).toBe(
      'à faire 3 tâches n’ont pas abouti, dont 2 courriels. 1 est arrêtée et attend votre décision. Voir les tâches en échec',
    )
    expect(state(busy)[2]).toMatch(/^Espace libre [\d,]+ [MGT]o$/)
    expect((await home(t, t.marie)).page.has('.a-faire')).toBe(false)
  })

  test('is told of a site that works, without mail or a backup elsewhere, until both are there', async () => {
    const { t } = await archive()
    t.deps.settings.write({ installed_at: '2026-11-20T00:00:00.000Z' })
    await t.make.lieu()
    const told = async () => (await home(t, t.admin)).page.all('.a-faire strong').map((one) => one.textContent)
    expect(await told()).toEqual([
      'Aucune sauvegarde n’a encore été gardée ailleurs.',
      'Le site ne peut pas encore envoyer de courriel.',
      '1\u00a0section n’a pas de gestionnaire.',
    ])
    const taken = {
      action: 'export',
      resultat: 'ok',
      detail: JSON.stringify({ chemin: '/parametres/sauvegardes/a.tar' }),
    }
    await t.db
      .insertInto('journal')
      .values({ ...taken, at: '2026-11-20T00:00:00.000Z' } as never)
      .execute()
    await t.make.membre(t.vannes, t.rene, 'gestion')
    expect(await told()).toEqual(['Le site ne peut pas encore envoyer de courriel.'])
    const answer = await home(t, t.admin)
    expect([mainButtons(answer), panel(answer, 'Raccourcis')[0]]).toEqual([['Régler le courriel'], 'Créer une source'])
  })

  test('of a new site is told what to do first; each step ticks itself, folds and goes', async () => {
    const t = await testApp()
    const steps = (answer: Answer) =>
      answer.page.all('.premiers-pas li').map((step) => step.querySelector('.etat') !== null)
    const empty = await home(t, t.admin)
    expect(squeeze(empty.page.all('.premiers-pas summary')[0]?.textContent ?? '')).toBe('Premiers pas : 2 sur 7')
    expect(steps(empty)).toEqual([false, true, false, true, false, false, false])
    expect(empty.page.all('.premiers-pas')[0]?.hasAttribute('open')).toBe(true)
    expect(mainButtons(empty)).toEqual(['Faire une sauvegarde'])
    t.deps.settings.write({ installed_at: t.deps.clock().toISOString() })
    await t.make.membre(t.vannes, t.rene, 'gestion')
    expect(mainButtons(await home(t, t.admin))).toEqual(['Charger les communes'])
    const titles = (answer: Answer) => answer.page.all('.panneau h2').map((title) => title.textContent)
    expect([titles(empty), empty.page.has('.chiffres')]).toEqual([['Raccourcis', 'Le site'], false])
    await t.make.lieu({ nom: 'Pleurtuit' })
    await t.make.source()
    const begun = await home(t, t.admin)
    expect(panel(begun, 'Sources à valider')).toEqual(['Aucune source n’attend de validation.'])
    expect(panel(begun, 'Derniers relevés')).toEqual(['Aucun relevé n’a encore été saisi.'])
    expect(titles(begun)).not.toContain('Relevés saisis par mois')
    expect(steps(begun)).toEqual([true, true, false, true, true, true, false])
    expect(begun.page.all('.premiers-pas')[0]?.hasAttribute('open')).toBe(false)
  })

  test('compares twelve months with those before', async () => {
    const { t, sources } = await archive()
    for (const now of [
      '2026-11-01T00:00:00.000Z',
      '2025-11-30T00:00:00.000Z',
      '2025-11-01T00:00:00.000Z',
      '2024-11-30T00:00:00.000Z',
    ])
      await createReleve(t.db, { source_id: sources.begun.id, data: {}, user_id: t.marie.id, now })
    const answer = await (await t.as(t.admin)).get('/admin/statistiques')
    // The year by section, month and person follows.
    const rows = table(answer).slice(0, 12)
    expect(rows.at(-1)).toEqual(['novembre 2026', '1', '2', '-1'])
    expect(rows.find(([mois]) => mois === 'janvier 2026')).toEqual(['janvier 2026', '5', '0', '+5'])
    expect(squeeze(answer.page.text)).toContain('6 relevés saisis en douze mois, 2 pendant les douze précédents.')
    expect(answer.page.all('.graphique rect')).toHaveLength(2 * 12 + 2)
  })
})

const FACTS: TodoFacts = {
  ...{
    nearlyFull: undefined,
    failedBackup: undefined,
    elsewhere: undefined,
    externe: undefined,
    takenAway: 1,
    hasMail: true,
    isSetUp: true,
    sansGestionnaire: 0,
    demandes: 0,
    registres: 0,
  },
  backup: { last: '2026-11-20T00:00:00.000Z', late: undefined },
  openLogIns: { n: 0, last: null },
  stuck: { total: 0, mails: 0, parked: 0 },
}

describe('what is to be done first', () => {
  const told = (facts: Partial<TodoFacts>) => todoOf({ ...FACTS, ...facts }).map(({ what }) => squeeze(what))

  test('is nothing where all is well', () => {
    expect(todoOf(FACTS)).toEqual([])
  })

  test('is said with its number', () => {
    expect(told({ nearlyFull: 300_000_000 })).toEqual(['Il ne reste que 300 Mo sur le disque du serveur.'])
    expect(told({ takenAway: 45 })).toEqual(['La dernière sauvegarde gardée ailleurs a plus de 6 semaines.'])
    const last = '2026-11-20T00:00:00.000Z'
    expect(told({ openLogIns: { n: 1, last } })).toEqual(['1 connexion s’est faite sans code depuis sept jours.'])
    expect(told({ openLogIns: { n: 2, last } })).toEqual(['2 connexions se sont faites sans code depuis sept jours.'])
    expect(told({ demandes: 1 })).toEqual(['1 personne demande un compte.'])
    expect(todoOf({ ...FACTS, demandes: 2 })[0]?.why).toContain('elles ne peuvent pas entrer')
    expect(told({ sansGestionnaire: 2 })).toEqual(['2 sections n’ont pas de gestionnaire.'])
  })

  test('puts a backup that failed before one that lies in the same house', () => {
    const failedBackup = { etat: 'garee', erreur: 'disque plein', created_at: '2026-11-20T02:00:00.000Z' } as const
    const late = { last: null, late: 40 }
    expect(told({ failedBackup, takenAway: undefined })[1]).toBe('Aucune sauvegarde n’a encore été gardée ailleurs.')
    expect(told({ backup: late, takenAway: undefined })).toEqual(['Aucune sauvegarde depuis 40 jours.'])
  })

  test('tells of mails alone, and of what will be tried again', () => {
    const again = 'Le site essaiera de nouveau de lui-même.'
    const words = (total: number, mails: number, parked: number) =>
      Object.values(stuckInWords({ total, mails, parked })).map(squeeze)
    expect(words(1, 1, 0)).toEqual(['1 courriel n’est pas parti.', again])
    expect(words(2, 0, 2)).toEqual(['2 tâches n’ont pas abouti.', '2 sont arrêtées et attendent votre décision.'])
  })

  test('is left to the first steps as long as nothing can be entered', () => {
    expect(told({ isSetUp: false, hasMail: false, takenAway: undefined })).toEqual([])
    const bare = { ...{ utilisateurs: 2, saisissent: 0, demandes: 0, sansGestionnaire: 0, emportee: null } }
    const has = (yes: boolean): StepFacts => ({
      ...bare,
      ...{ hasLieu: yes, hasType: yes, hasSection: yes, hasSource: yes, hasMail: false, hasBackup: false },
    })
    expect([isSetUp(firstSteps(has(true))), isSetUp(firstSteps(has(false)))]).toEqual([true, false])
  })
})

/** Types a record through the desk, as a browser without scripts does. */
async function type(t: TestApp, user: { id: number }, source: { id: number }, fields: Record<string, string>) {
  const visitor = await t.as(user)
  const answer = await visitor.post(`/sources/${source.id}/releves`, fields)
  expect(answer.status).toBe(303)
}

const button = ({ page }: Answer) =>
  page.all('.continuer').map((one) => [squeeze(one.textContent), one.getAttribute('href')])

describe('a member', () => {
  test('goes on where the last record was typed, at the next act', async () => {
    const { t, sources } = await archive()
    const path = (id: number) => `/sources/${id}/releves/nouveau`
    expect(button(await home(t, t.marie))).toEqual([['Commencer : Refusée, acte 1', path(sources.refused.id)]])
    const act = { 'data[nom]': 'Le Goff', 'data[date_evenement][valeur]': '12/03/1788' }
    await type(t, t.marie, sources.begun, act)
    expect(button(await home(t, t.marie))).toEqual([['Continuer : Commencée, acte 5, 1788', path(sources.begun.id)]])
    expect(panel(await home(t, t.marie), 'Mon mois de novembre')).toHaveLength(2)
    expect(squeeze((await home(t, t.marie)).page.text)).toContain('1 relevé saisi (0 en octobre)')
    await t.db.updateTable('sources').set({ status: 'a_valider' }).where('id', '=', sources.begun.id).execute()
    expect(button(await home(t, t.marie))[0]?.[0]).toBe('Commencer : Refusée, acte 1')
  })

  test('sees the progress of the own sections only', async () => {
    const { t } = await archive()
    const parts = async (user: { id: number }) => figures(await home(t, user), '.parts a').map(([words]) => words)
    expect(await parts(t.marie)).toEqual(['1 À relever', '1 En cours', '1 À valider', '1 Validée', '1 Rejetée'])
    expect(await parts(t.etienne)).toEqual(['0 À relever', '1 En cours', '1 À valider', '0 Validée', '0 Rejetée'])
    expect((await home(t, t.marie)).page.all('.section-avance h3').map((one) => squeeze(one.textContent))).toEqual([
      'Section de Saint-Malo 3 relevés',
    ])
  })

  test('sees the sources open to typing, the rejected one first with its reason', async () => {
    const { t, sources } = await archive()
    await t.make.source({ titre: 'À tous', type: sources.free.type, status: 'a_relever', section: t.saintMalo })
    await t.db
      .insertInto('source_transitions')
      .values({
        source_id: sources.refused.id,
        vers: 'rejetee',
        motif: 'Dates à revoir',
        created_at: '2026-11-01T00:00:00.000Z',
      } as never)
      .execute()
    const answer = await home(t, t.marie)
    expect(squeeze(answer.page.all('.annonce')[0]?.textContent ?? '')).toBe('Refusée a été rejetée. « Dates à revoir »')
    expect(panel(answer, 'Sources ouvertes à la saisie')).toEqual([
      'Refusée Rejetée, 0 relevé, confiée à vous',
      'Commencée En cours, 3 relevés, confiée à vous',
      'Commencée ensuite En cours, 0 relevé, confiée à vous',
      'Vierge À relever, 0 relevé, confiée à vous',
      'À tous À relever, 0 relevé',
    ])
    expect(panel(await home(t, t.etienne), 'Sources ouvertes à la saisie')).toEqual([
      'Aucune source n’attend de saisie pour l’instant.',
    ])
  })

  test('may type in each source that is called open, and in no other', async () => {
    const { t, sources } = await archive()
    const reader = await t.make.user()
    await t.make.membre(t.saintMalo, reader, 'lecture')
    expect(button(await home(t, reader))).toEqual([['Rechercher un nom', '/recherche']])
    for (const user of [t.marie, t.etienne, t.rene, reader]) {
      const visitor = await t.as(user)
      const open = new Set((await openSources(t.db, { ...user, must_change_password: false })).map(({ id }) => id))
      for (const { id } of Object.values(sources)) {
        const { status } = await visitor.get(`/sources/${id}/releves/nouveau`)
        expect([id, status === 200]).toEqual([id, open.has(id)])
      }
    }
  })

  test('sees the own records, and nothing to validate', async () => {
    const { t } = await archive()
    const answer = await home(t, t.marie)
    expect(panel(answer, 'Mon mois de novembre')).toEqual(['Martin1 Marie, Commencée il y a 10 mois'])
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
    expect(panel(answer, 'Mon mois de novembre')).toEqual(['Vous n’avez pas encore saisi de relevé.'])
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
  test('sees what waits for validation in the managed sections, and since when', async () => {
    const { t, sources } = await archive()
    const rene = await home(t, t.rene)
    expect(panel(rene, 'Sources à valider')).toEqual(['En attente 0 relevé, depuis 9 mois'])
    expect(button(rene)).toEqual([['Relire : En attente, 0 relevé', `/revue/${sources.waiting.id}`]])
    await t.make.membre(t.vannes, t.rene)
    expect(panel(await home(t, t.rene), 'Sources à valider')).toEqual(['En attente 0 relevé, depuis 9 mois'])
  })

  test('sees who of the managed sections has typed nothing for four weeks', async () => {
    const { t, sources } = await archive()
    const quiet = async () => panel(await home(t, t.rene), 'Sans nouvelles')
    expect(await quiet()).toEqual(['marie n’a encore rien saisi'])
    await type(t, t.marie, sources.begun, { 'data[nom]': 'Martin', 'data[date_evenement][valeur]': '1788' })
    await expect(quiet()).rejects.toThrow('No panel')
    await t.db.updateTable('saisies').set({ derniere_at: '2026-10-01T12:00:00.000Z' }).execute()
    expect(await quiet()).toEqual(['marie depuis 7 semaines'])
    await expect(home(t, t.marie).then((answer) => panel(answer, 'Sans nouvelles'))).rejects.toThrow('No panel')
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
  expect(panel(await home(t, t.marie), 'Sources ouvertes à la saisie')).toHaveLength(8)
  expect(t.failures).toEqual([])
})
