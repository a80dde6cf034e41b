// On every page: htmx and our small components.
import htmx from 'htmx.org'
import './apparence.js'
import './avis.js'
import './combobox.js'
import './dialogues.js'
import './erreurs.js'
import './file-rappel.js'
import './impression.js'
import './menus.js'
import './tourner.js'

// pages.js, a file of its own, asks it for something.
window.htmx = htmx
document.documentElement.classList.add('js')
