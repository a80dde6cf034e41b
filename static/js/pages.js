// On every page but those on which records are typed, whose first visit is the heaviest.
import './acte.js'
import './carte-ouvrir.js'
import './citation.js'
import './en-place.js'
import './filtre-cases.js'
import './liste-tete.js'
import './montrer.js'
import './selection.js'
