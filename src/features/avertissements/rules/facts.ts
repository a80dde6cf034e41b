/** A surname that many acts of the section bear. */
export interface Frequent {
  texte: string
  n: number
}

/** The rest of the site says so much of the words of a source. */
export interface Facts {
  /** First names, folded, that no other source has; empty where the site has too few acts to say so. */
  unknown: ReadonlySet<string>
  /** About how many acts of the site have a father, or a mother, of that first name. */
  fathers: ReadonlyMap<string, number>
  mothers: ReadonlyMap<string, number>
  /** Surnames that the site hardly knows, by folded name, with a frequent one of the section that is one letter away. */
  near: ReadonlyMap<string, Frequent>
  /** Ids of the places that records of the source hold and that are no more. */
  lostPlaces: ReadonlySet<number>
  /** Administrators and managers: what they correct is no surprise. */
  reviewers: ReadonlySet<number>
}
