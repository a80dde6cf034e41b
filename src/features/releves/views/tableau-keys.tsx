import { FIELD_KEYS, type KeyLine, KeysHelp, TYPING_KEYS } from './entry-keys.tsx'

/** static/js/tableau-touches.js does what these say. */
const MOVES: KeyLine[] = [
  ['Entrée', 'case suivante à remplir\u00a0; dans la dernière, la ligne est enregistrée et la suivante commence'],
  ['Maj+Entrée', 'case précédente'],
  ['Ctrl+Entrée', 'enregistrer la ligne, puis ligne suivante'],
  ['↑ ↓', 'ligne du dessus, ligne du dessous (avec Ctrl dans un texte de plusieurs lignes)'],
  ['← →', 'case voisine, quand le curseur est au bout du texte'],
  ['Inser', 'insérer une ligne sous celle-ci'],
  ['Échap', 'la ligne comme elle était'],
  ['Ctrl+D', 'la valeur de la ligne du dessus'],
  ['Alt+=', 'idem, puis case suivante'],
  ['Alt+Maj+=', 'idem pour toute la ligne'],
]

const VIEWS: KeyLine[] = [
  ['Alt+V', 'vue suivante, comme Alt+Page suiv.'],
  ['Alt+Page préc.', 'vue précédente'],
  ['Ctrl+V', 'coller des cases d’un tableur à partir de cette colonne'],
  ['Alt+Entrée', 'dans un texte de plusieurs lignes\u00a0: une ligne de plus'],
]

export const TableKeys = () => (
  <KeysHelp title="Touches du tableau" keys={[...MOVES, ...FIELD_KEYS, ...VIEWS, ...TYPING_KEYS]} />
)
