import { HOUR_MS } from '../../../../lib/durations.ts'
import type { SiteState } from '../queries.ts'

/** The state of the site for a program that reads JSON; sizes in bytes, instants in ISO 8601. No name, no address, nothing typed. */
export const stateJson = (state: SiteState, now: Date) => ({
  statut: 'ok',
  version: state.version,
  node: state.node,
  base: { moteur: `${state.moteur.label} ${state.moteur.version}`, octets: state.octets, releves: state.releves },
  copies: state.copies.map(({ place, isUsed, lateMs }) => ({ hote: place, lue: isUsed, retard_ms: lateMs ?? null })),
  disque: { libre: state.disque.free, total: state.disque.total, etat: state.disque.isNearlyFull ? 'faible' : 'ok' },
  memoire: { octets: state.memoire ?? null, processus: state.processus },
  depuis: state.depuis,
  taches: { attente: state.taches.attente, en_cours: state.taches.enCours, garees: state.taches.garees },
  sauvegarde: state.sauvegarde
    ? {
        derniere: state.sauvegarde.at,
        octets: state.sauvegarde.taille,
        heures: Math.floor((now.getTime() - Date.parse(state.sauvegarde.at)) / HOUR_MS),
      }
    : null,
  fichiers: state.fichiers
    ? { nombre: state.fichiers.fichiers, octets: state.fichiers.octets, etat: state.fichiers.souci ? 'panne' : 'ok' }
    : null,
  copie_ailleurs: state.copie
    ? { derniere: state.copie, heures: Math.floor((now.getTime() - Date.parse(state.copie)) / HOUR_MS) }
    : null,
  sauvegarde_externe: state.externe
    ? { derniere: state.externe.last ?? null, heures: state.externe.age ?? null, en_retard: state.externe.isLate }
    : null,
  lentes_jour: state.lentes.length,
  erreurs_mois: state.erreurs.length,
})
