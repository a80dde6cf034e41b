// The table of the acts of one view: the component « tableau » (tableau-grille.js). Other pages do not load this, nor Alpine.
import { startWith } from './alpine.js'
import { tableau } from './tableau-grille.js'

startWith('tableau', tableau)
