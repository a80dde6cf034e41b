/** Where a record comes from, as its source and its fields tell. */
export interface Cited {
  sentence: string
  titre: string
  depot: string | null
  cote: string | null
  /** The number of the page in the archive's own viewer. */
  vue: string
  site: string
  /** Address of the record's page. */
  url: string
}

/** One line to be written under a copy: the act, then repository, call number and view, then the site that has the record. */
export function citationOf({ sentence, titre, depot, cote, vue, site, url }: Cited): string {
  const place = [depot, cote, vue === '' ? null : `vue ${vue}`]
    .filter((part) => part !== null && part !== '')
    .join(', ')
  const act = sentence === '' ? titre : sentence.replace(/\.$/, '')
  return `${[act, place, `${site}, ${url}`].filter(Boolean).join('. ')}.`
}
