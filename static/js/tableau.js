// The table of the acts of one view: the component « tableau » (tableau-grille.js). Other pages do not load this, nor Alpine.
import Alpine from '@alpinejs/csp'
import { tableau } from './tableau-grille.js'

Alpine.data('tableau', tableau)
document.addEventListener('DOMContentLoaded', () => Alpine.start())
