// Everything of maps, one file for every page that has one: loaded by carte-ouvrir.js.
import './carte-lieu.js'
import './carte-sources.js'
