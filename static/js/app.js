// On every page: htmx and our small components.
import 'htmx.org'
import './apparence.js'
import './avis.js'
import './carte-ouvrir.js'
import './citation.js'
import './combobox.js'
import './dialogues.js'
import './en-place.js'
import './erreurs.js'
import './file-rappel.js'
import './filtre-cases.js'
import './impression.js'
import './menus.js'
import './tourner.js'

document.documentElement.classList.add('js')
