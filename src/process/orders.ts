// A process that serves and its supervisor talk by these. The supervisor loads nothing else of ours but the log: it stays small.

/** A process that serves says how it stands, when it begins and whenever that changes. */
export interface News {
  stage: 'application' | 'installation' | 'indisponible'
  /** The sentence for whoever started the site. */
  annonce: string
  /** The site wants so many of them. */
  processus: number
}

/** A process that serves is told: say that the site is served; end, as another one goes on; end, as the site stops. */
export const ORDERS = ['annonce', 'relais', 'arret'] as const
export type Order = (typeof ORDERS)[number]
