import { NBSP } from '../../../lib/typo.ts'

/** Without scripts nothing of it is seen: the list of the page says the same. */
export function MapFrame() {
  return (
    <div class="carte-page">
      <div
        class="carte-lieu carte-sources"
        data-carte-sources
        data-carte-ouvrir="Afficher la carte"
        data-carte-aussitot
        hidden
      />
      <section class="carte-vue" aria-label="Lieux à l’écran" data-carte-vue hidden>
        <div class="carte-vue-tete">
          <p role="status" data-carte-compte />
          <button type="button" class="bouton" data-carte-tout>
            Tout voir
          </button>
        </div>
        <ul data-carte-liste />
        <p class="aide" data-carte-reste />
      </section>
      <Legend />
      <CoverageLegend />
      <p class="aide" role="status" data-carte-message />
    </div>
  )
}

/** The steps of static/js/carte-sources.js. */
const DISCS = ['1 source', '2 à 4', '5 à 19', '20 à 99', '100 et plus']

function Legend() {
  return (
    <ul class="carte-legende" aria-label="Légende" data-carte-legende hidden>
      {DISCS.map((words, n) => (
        <li>
          <span class={`carte-disque carte-disque-${n + 1}`} />
          {words}
        </li>
      ))}
      <li>
        <span class="carte-disque carte-disque-2 carte-groupe" />
        plusieurs lieux{NBSP}: cliquez pour les séparer
      </li>
    </ul>
  )
}

/** Rings and letters of static/js/carte-couverture.js. */
const RINGS = [
  ['V', 'pleine', 'tout est validé'],
  ['C', 'demie', 'une partie est validée ou en cours'],
  ['F', 'vide', 'tout est à faire'],
  ['–', 'nulle', 'aucune année à relever connue'],
] as const

function CoverageLegend() {
  return (
    <ul class="carte-legende" aria-label="Légende de la couverture" data-carte-legende-couverture hidden>
      {RINGS.map(([letter, ring, words]) => (
        <li>
          <span class={`carte-disque carte-disque-3 carte-part carte-part-${ring}`}>{letter}</span>
          {words}
        </li>
      ))}
    </ul>
  )
}
