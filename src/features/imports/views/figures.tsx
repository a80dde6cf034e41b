import { formatNumber } from '../../../lib/text.ts'
import { Definitions } from '../../../ui/page.tsx'
import type { ChangeWords } from '../kind.ts'
import type { ShownImport } from '../queries/imports.ts'
import { ENCODINGS, isEncoding } from '../rules/encoding.ts'
import type { ImportPageProps } from './import.tsx'

const isPlan = ({ etat }: ShownImport): boolean => etat === 'pret' || etat === 'abandonne'

export function Figures({ imported, kind }: Pick<ImportPageProps, 'imported' | 'kind'>) {
  const changes = kind.sansFichier?.changes
  if (changes) return <Definitions items={changeFigures(imported, changes)} />
  const figures = kind.sansFichier ? ownFigures(imported) : fileFigures(imported, kind)
  const after = kind.sansFichier ? ownUndone : undone
  return <Definitions items={[...figures, ...(imported.etat === 'annule' ? after(imported) : [])]} />
}

const refused = ({ refusees }: ShownImport) => ({ term: 'Refusées', value: formatNumber(refusees) })

function fileFigures(imported: ShownImport, { presentes }: ImportPageProps['kind']) {
  const { colonnes_ignorees } = imported
  const [created, changed] = isPlan(imported)
    ? [
        { term: 'À créer', n: imported.a_creer },
        { term: 'À modifier', n: imported.a_modifier },
      ]
    : [
        { term: 'Créées', n: imported.creees },
        { term: 'Modifiées', n: imported.modifiees },
      ]
  return [
    { term: 'Lignes lues', value: formatNumber(imported.nb_lignes) },
    ...[created, changed].map(({ term, n }) => ({ term, value: formatNumber(n) })),
    { term: presentes?.label ?? 'Inchangées', value: formatNumber(imported.inchangees) },
    ...(imported.a_verifier > 0 ? [doubles(imported)] : []),
    refused(imported),
    ...origin(imported),
    ...(colonnes_ignorees === '' ? [] : [{ term: 'Colonnes ignorées', value: colonnes_ignorees }]),
  ]
}

/** Lines with the date and names of a record that is there, and what was said of them. */
const doubles = ({ a_verifier, doublons }: ShownImport) => {
  const said = {
    ...{ laisser: 'laissées de côté', ajouter: 'ajoutées', douteux: 'ajoutées comme douteuses' },
    remplacer: 'mises à jour par leur numéro',
  }
  return { term: 'À vérifier', value: `${formatNumber(a_verifier)}${doublons ? ` (${said[doublons]})` : ''}` }
}

/** Where the lines were found: in a text of some encoding, or in a sheet, below a line that is not the first. */
function origin({ encodage, feuille, ligne_entete }: ShownImport) {
  const where =
    feuille === null
      ? { term: 'Encodage', value: isEncoding(encodage) ? ENCODINGS[encodage].label : encodage }
      : { term: 'Feuille', value: feuille }
  const isBelow = ligne_entete !== null && ligne_entete > 1
  return [where, ...(isBelow ? [{ term: 'Titres des colonnes', value: `ligne ${formatNumber(ligne_entete)}` }] : [])]
}

/** The site wrote these lines itself: nobody need be told of lines of a file. */
function ownFigures(imported: ShownImport) {
  const created = isPlan(imported)
    ? { term: 'À créer', value: formatNumber(imported.a_creer) }
    : { term: 'Créés', value: formatNumber(imported.creees) }
  const there = { term: 'Déjà là, gardés tels quels', value: formatNumber(imported.inchangees) }
  return [created, there, ...(imported.refusees > 0 ? [refused(imported)] : [])]
}

/** Nothing is created: what changes, what cannot be decided and what stays. */
function changeFigures(imported: ShownImport, words: ChangeWords) {
  const [term, n] = isPlan(imported) ? [words.prevues, imported.a_modifier] : [words.faites, imported.modifiees]
  const undone = [
    { term: words.rendues, value: formatNumber(imported.restaurees) },
    { term: words.gardees, value: formatNumber(imported.modifiees - imported.restaurees) },
  ]
  return [
    { term, value: formatNumber(n) },
    { term: words.inchangees, value: formatNumber(imported.inchangees) },
    { term: 'À préciser à la main', value: formatNumber(imported.refusees) },
    ...(imported.etat === 'annule' ? undone : []),
  ]
}

const undone = (imported: ShownImport) => [
  { term: 'Retirées', value: formatNumber(imported.retirees) },
  { term: 'Rendues à leur état d’avant', value: formatNumber(imported.restaurees) },
  { term: 'Conservées', value: formatNumber(imported.conservees) },
]

const ownUndone = ({ retirees, conservees }: ShownImport) => [
  { term: 'Retirés', value: formatNumber(retirees) },
  ...(conservees > 0 ? [{ term: 'Gardés, car utilisés ou modifiés', value: formatNumber(conservees) }] : []),
]
