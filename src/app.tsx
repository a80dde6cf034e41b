import type { MiddlewareHandler } from 'hono'
import { entrance, formGuards } from './entrance.tsx'
import { abreviationsRoutes } from './features/abreviations/routes.tsx'
import { invitationRoutes } from './features/acces/invitation-routes.tsx'
import { accesRoutes } from './features/acces/routes.tsx'
import { accueilRoutes } from './features/accueil/routes.tsx'
import { monitorRoutes } from './features/administration/etat/monitor-routes.tsx'
import { journalRoutes } from './features/administration/journal/routes.tsx'
import { administrationRoutes } from './features/administration/routes.tsx'
import { serverRoutes } from './features/administration/server-routes.tsx'
import { aideRoutes } from './features/aide/routes.tsx'
import { alertesRoutes } from './features/alertes/routes.tsx'
import { oneClickRoutes, unsubscribeRoutes } from './features/alertes/unsubscribe-routes.tsx'
import { apparenceRoutes } from './features/apparence/routes.tsx'
import { codeRoutes } from './features/auth/code-routes.tsx'
import { providerRoutes } from './features/auth/fournisseur/routes.tsx'
import { logInsInLine } from './features/auth/log-in-line.tsx'
import { proofRoutes } from './features/auth/proof-routes.tsx'
import { authRoutes } from './features/auth/routes.tsx'
import { loadSession, signedIn } from './features/auth/session-guard.tsx'
import { avertissementsRoutes } from './features/avertissements/routes.tsx'
import { sectionWarningsRoutes } from './features/avertissements/section-routes.tsx'
import { keepTyped } from './features/brouillons/rescue.tsx'
import { brouillonsRoutes } from './features/brouillons/routes.tsx'
import { carteRoutes } from './features/carte/routes.tsx'
import { codeSourceRoutes } from './features/code-source/routes.tsx'
import { completionRoutes } from './features/completion/routes.tsx'
import { couvertureRoutes as placeCoverageRoutes } from './features/couverture/routes.tsx'
import { holesRoutes } from './features/couverture/trous/routes.tsx'
import { depotsRoutes } from './features/depots/routes.tsx'
import { donneesRoutes, registreTraitementsRoutes } from './features/donnees-personnelles/routes.tsx'
import { actsIntoSource } from './features/echanges/into-source-routes.tsx'
import { refusedRoutes } from './features/echanges/refused-routes.tsx'
import { echangesRoutes } from './features/echanges/routes.tsx'
import { leavingRoutes } from './features/emporter/routes.tsx'
import { couvertureRoutes } from './features/export/couverture/routes.tsx'
import { programmesRoutes } from './features/export/programmes/routes.tsx'
import { sourceExportRoutes } from './features/export/routes.tsx'
import { filsRoutes } from './features/fils/routes.tsx'
import { importsRoutes } from './features/imports/routes.tsx'
import { inventaireRoutes } from './features/inventaire/routes.tsx'
import { journalRequests } from './features/journal/middleware.tsx'
import { communesRoutes } from './features/lieux/communes/routes.tsx'
import { lieuxCsvRoutes } from './features/lieux/import/routes.tsx'
import { mergeRoutes } from './features/lieux/merge/routes.tsx'
import { positionsRoutes } from './features/lieux/positions/routes.tsx'
import { lieuxRoutes } from './features/lieux/routes.tsx'
import { placeBookRoutes, sourceBookRoutes } from './features/livret/routes.tsx'
import { lotsRoutes } from './features/lots/routes.tsx'
import { loadBadges, rememberOrigin } from './features/notifications/middleware.tsx'
import { notificationsRoutes } from './features/notifications/routes.tsx'
import { orthographesRoutes } from './features/orthographes/routes.tsx'
import { logoFile, logoRoutes } from './features/parametres/logo-routes.tsx'
import { providerSettingsRoutes } from './features/parametres/provider-routes.tsx'
import { parametresRoutes } from './features/parametres/routes.tsx'
import { securityTxtFile } from './features/parametres/security-txt-routes.tsx'
import { readOnlyInMaintenance, readOnlyOnceReceived } from './features/presence/maintenance-guard.tsx'
import { correctionsRoutes } from './features/profil/corrections/routes.tsx'
import { keysRoutes } from './features/profil/facteur/keys-routes.tsx'
import { lacksFactor, mustHaveFactor } from './features/profil/facteur/must-have.tsx'
import { factorRoutes } from './features/profil/facteur/routes.tsx'
import { mustChangePassword } from './features/profil/must-change.tsx'
import { profilRoutes } from './features/profil/routes.tsx'
import { rechercheRoutes } from './features/recherche/routes.tsx'
import { newsRoutes } from './features/registres/news-routes.tsx'
import { registresRoutes } from './features/registres/routes.tsx'
import { convertValues } from './features/releves/actions/convert.ts'
import { relevesRoutes } from './features/releves/routes/index.tsx'
import { acteRoutes } from './features/revue/acte/routes.tsx'
import { arbitrageRoutes } from './features/revue/arbitrage/routes.tsx'
import { revueRoutes } from './features/revue/routes.tsx'
import { sauvegardesRoutes } from './features/sauvegardes/routes.tsx'
import { peopleRoutes } from './features/sections/people-routes.tsx'
import { sectionsRoutes } from './features/sections/routes.tsx'
import { sectionTextRoutes } from './features/sections/texts-routes.tsx'
import { closedSetup } from './features/setup/closed-routes.tsx'
import { givenBackRoutes } from './features/sources/given-back-routes.tsx'
import { sourcesListRoutes } from './features/sources/list-routes.tsx'
import { sourcesRoutes } from './features/sources/routes.tsx'
import { workflowRoutes } from './features/sources/workflow-routes.tsx'
import { statistiquesRoutes } from './features/statistiques/routes.tsx'
import { suppressionsRoutes } from './features/suppressions/routes.tsx'
import { tableauDeBordRoutes } from './features/tableau-de-bord/routes.tsx'
import { typesLieuxRoutes } from './features/types-lieux/routes.tsx'
import { typesSourcesRoutes } from './features/types-sources/routes.tsx'
import { usersCsvRoutes } from './features/users/csv-routes.tsx'
import { userFactorRoutes } from './features/users/factor-routes.tsx'
import { mergeRoutes as userMergeRoutes } from './features/users/merge/routes.tsx'
import { usersRoutes } from './features/users/routes.tsx'
import { paneRoutes } from './features/vues/pane-routes.tsx'
import { pictureRoutes } from './features/vues/picture-routes.tsx'
import { vuesRoutes } from './features/vues/routes.tsx'
import { IMPORT_KINDS } from './import-kinds.ts'
import { LOT_KINDS, SOURCES_LOT } from './lot-kinds.ts'
import { type AppEnv, type Deps, router } from './web/env.ts'
import { health } from './web/health.ts'
import { answerKnown } from './web/known-pages.ts'
import { seesOwnWrites } from './web/reads.ts'

/** Nobody who has a password to replace or an application to set up first is told of a page that the browser holds: the guards come before. */
const answerHeld: MiddlewareHandler<AppEnv> = (c, next) =>
  !c.var.known || c.var.maybeUser?.must_change_password || lacksFactor(c.var) ? next() : answerKnown(c, next)

/** Every request of an installed site passes here, in this order. */
function base(deps: Deps) {
  const app = entrance(deps, router().route('/', monitorRoutes).route('/', health(deps)))
  app.use('/login', logInsInLine)
  app.use(readOnlyInMaintenance, seesOwnWrites, loadSession, answerHeld, journalRequests(), loadBadges)
  app.route('/', oneClickRoutes)
  app.use(keepTyped)
  app.use(...formGuards, readOnlyOnceReceived)
  return app
}

/** The site map. Without a session only what comes before `signedIn` answers. */
export function createApp(deps: Deps) {
  const app = base(deps)
  app.route('/', closedSetup)
  app.route('/', authRoutes)
  app.route('/', codeRoutes)
  app.route('/', providerRoutes)
  app.route('/', accesRoutes)
  app.route('/', invitationRoutes)
  app.route('/', newsRoutes)
  app.route('/', unsubscribeRoutes)
  app.route('/', apparenceRoutes)
  for (const files of [logoFile, securityTxtFile, codeSourceRoutes, donneesRoutes]) app.route('/', files)
  app.route('/', accueilRoutes)
  app.use(signedIn, mustChangePassword, mustHaveFactor, rememberOrigin)
  app.route('/', signedInPages())
  return app
}

/** All of the site in a file: one that it reads again, or one for everybody. */
const wholeSitePages = () => router().route('/sauvegardes', sauvegardesRoutes).route('/emporter', leavingRoutes)

const sourceParts = [sourceBookRoutes, workflowRoutes, givenBackRoutes, pictureRoutes, vuesRoutes, avertissementsRoutes]

/** Lists that members keep beside records and sources. */
const LISTS = [
  ['/orthographes', orthographesRoutes],
  ['/abreviations', abreviationsRoutes],
  ['/mes-recherches', alertesRoutes],
  ['/inventaire', inventaireRoutes],
  ['/couverture/trous', holesRoutes],
  ['/couverture', placeCoverageRoutes],
  ['/statistiques', statistiquesRoutes],
  ['/registres', registresRoutes],
  ['/admin/registre-traitements', registreTraitementsRoutes],
] as const

/** Whatever asks for a session. */
function signedInPages() {
  const app = router()
  app.route('/', proofRoutes)
  app.route('/', relevesRoutes(IMPORT_KINDS, actsIntoSource))
  for (const part of [completionRoutes, paneRoutes, acteRoutes]) app.route('/', part)
  app.route('/', brouillonsRoutes)
  app.route('/admin/types-sources', typesSourcesRoutes(convertValues))
  app.route('/sources', sourcesListRoutes(SOURCES_LOT))
  app.route('/sources', suppressionsRoutes)
  app.route('/sources', sourcesRoutes)
  for (const part of sourceParts) app.route('/sources', part)
  for (const part of [revueRoutes, arbitrageRoutes]) app.route('/revue', part)
  for (const part of [notificationsRoutes, filsRoutes]) app.route('/', part)
  app.route('/admin', serverRoutes)
  app.route('/parametres', wholeSitePages())
  app.route('/', profilRoutes)
  for (const part of [factorRoutes, keysRoutes, correctionsRoutes]) app.route('/', part)
  for (const part of [parametresRoutes, providerSettingsRoutes]) app.route('/', part)
  app.route('/', logoRoutes)
  app.route('/', tableauDeBordRoutes)
  app.route('/', aideRoutes)
  app.route('/', rechercheRoutes)
  app.route('/', carteRoutes())
  for (const part of [sourceExportRoutes, couvertureRoutes, programmesRoutes]) app.route('/', part)
  app.route('/', administrationRoutes)
  const userParts = [usersCsvRoutes, userFactorRoutes, userMergeRoutes, usersRoutes]
  for (const part of userParts) app.route('/admin/utilisateurs', part)
  app.route('/admin/journal', journalRoutes)
  app.route('/admin/sections', sectionsRoutes)
  for (const part of [peopleRoutes, sectionTextRoutes, sectionWarningsRoutes]) app.route('/sections', part)
  app.route('/admin/depots', depotsRoutes)
  app.route('/admin/types-lieux', typesLieuxRoutes)
  app.route('/lieux/communes', communesRoutes)
  app.route('/lieux/positions', positionsRoutes)
  app.route('/lieux', mergeRoutes)
  for (const part of [lieuxCsvRoutes, placeBookRoutes, lieuxRoutes]) app.route('/lieux', part)
  for (const [path, part] of LISTS) app.route(path, part)
  app.route('/imports/nouveau', echangesRoutes)
  app.route('/imports', importsRoutes(IMPORT_KINDS).route('/', refusedRoutes))
  app.route('/lots', lotsRoutes(LOT_KINDS))
  return app
}
