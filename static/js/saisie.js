// The entry desk: the component « poste » (saisie-poste.js) on the sheet that src/ui/entry.tsx draws. Pages that hold no form of a
// record do not load this, nor Alpine.
import { startWith } from './alpine.js'
import { htmx } from './commun.js'
import { brief } from './saisie-corps.js'
import { poste } from './saisie-poste.js'

htmx.defineExtension('bref', brief)
startWith('poste', poste)
