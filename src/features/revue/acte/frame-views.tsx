/** Names the part that htmx swaps: all of the page below the head of the site. */
export const PLACE = 'relecture'

export const SWAP = { 'hx-target': `#${PLACE}`, 'hx-select': `#${PLACE}`, 'hx-swap': 'outerHTML show:window:top' }

export const actePath = (sourceId: number): string => `/revue/${sourceId}/acte`

export const POIDS = [
  ['', 'Selon le champ'],
  ['3', 'Grave : l’acte ne se retrouve pas, ou mène à une autre famille'],
  ['2', 'Gênante : l’acte se retrouve, il dit autre chose'],
  ['1', 'Légère : la forme seule'],
  ['0', 'Aucune : les deux lectures se défendent'],
] as const
