/** Long names below the place are made of these; `dans_nom_long` is null where it has no type. */
export interface NamedPlace {
  nom: string
  dans_nom_long: boolean | null
}

const SEPARATOR = ', '

/** Joins the names of the ancestors (nearest first), less the types that stay out of long names. */
export function suffixOf(ancestors: NamedPlace[]): string {
  return ancestors
    .filter((ancestor) => ancestor.dans_nom_long !== false)
    .map((ancestor) => ancestor.nom)
    .join(SEPARATOR)
}

/** The long name of decisions.md, section 4. A place always shows its own name, whatever its type. */
export function nomLong(nom: string, ancestors: NamedPlace[]): string {
  const suffix = suffixOf(ancestors)
  return suffix === '' ? nom : `${nom}${SEPARATOR}${suffix}`
}
