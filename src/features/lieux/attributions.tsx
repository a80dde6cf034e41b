import { NBSP, NNBSP } from '../../lib/typo.ts'

/** Names and positions of the communes of France come from these; pages that use them say so. */
export function Attributions() {
  return (
    <p class="aide">
      Sources{NBSP}: Code officiel géographique, Insee, sous{' '}
      <a href="https://www.etalab.gouv.fr/licence-ouverte-open-licence">Licence Ouverte (Etalab)</a>
      {NNBSP}; positions{NBSP}: <a href="https://www.geonames.org">GeoNames</a>, sous licence{' '}
      <a href="https://creativecommons.org/licenses/by/4.0/deed.fr">CC BY 4.0</a>, et IGN, Admin Express COG 2018, sous
      Licence Ouverte.
    </p>
  )
}
