// The entry desk: the component « poste » (saisie-poste.js) on the sheet that src/ui/entry.tsx draws. Pages that hold no form of a
// record do not load this, nor Alpine.
import Alpine from '@alpinejs/csp'
import { htmx } from './commun.js'
import { brief } from './saisie-corps.js'
import { poste } from './saisie-poste.js'

Alpine.data('poste', poste)
htmx.defineExtension('bref', brief)
// Not before the whole page is there: what a form holds may be put back by the browser until then.
document.addEventListener('DOMContentLoaded', () => Alpine.start())
