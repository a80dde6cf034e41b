import { fold } from '../../../lib/text.ts'

/** Words that say nothing of what a column holds. */
const SILENT = new Set('de du des d la le les l et a au aux en un une s ou par'.split(' '))

/** Files call one thing by these: the first word stands for all of its line. */
const SAME = [
  'nom noms patronyme patronymes surname lastname',
  'prenom prenoms pren prn firstname',
  'date dates dat',
  'acte actes evenement evt',
  'pere papa',
  'mere maman',
  'profession professions prof metier metiers occupation',
  'domicile domiciles dom residence adresse demeure habitation',
  'origine origines',
  'lieu lieux localite commune village',
  'naissance naissances naiss ne nee',
  'bapteme baptemes bapt',
  'deces dec',
  'sepulture sepultures inhumation',
  'mariage mariages mar',
  'age ages',
  'sexe sex genre',
  'note notes remarque remarques rem observation observations obs commentaire commentaires comm com',
  'epoux mari marie',
  'epouse femme mariee',
  'conjoint conjointe conj',
  'parrain parr',
  'marraine marr',
  'temoin temoins tem',
  'decede decedee dcd feu feue',
  'numero num no nr',
  'vue vues image',
  'enfant baptise baptisee',
  'defunt defunte decedant',
  'jour jours jj',
  'mois mm',
  'annee annees an aaaa',
]

const STANDS_FOR = new Map(SAME.flatMap((line) => line.split(' ').map((word) => [word, line.split(' ')[0] ?? word])))

/** « nom de famille » is one word for what « nom » says. */
const PHRASES: [RegExp, string][] = [
  [/n\s?[°º]/g, 'numero '],
  [/noms? de famille/g, 'nom'],
  [/nom de jeune fille/g, 'nom'],
  [/\(e\)/g, ''],
]

/** The words of a header by which it is compared: folded, the same for the same thing, each once, sorted. */
export function wordsOf(header: string): string[] {
  const text = PHRASES.reduce((so, [phrase, word]) => so.replace(phrase, word), fold(header))
  // « NomPere » and « nom_pere » are two words, « témoin1 » too.
  const found = text.match(/[a-z]+|[0-9]+/g) ?? []
  return [...new Set(found.filter((word) => !SILENT.has(word)).map((word) => STANDS_FOR.get(word) ?? word))].sort()
}

/** « NomPere »: a capital inside begins a word, before all are folded. */
export const headerWords = (header: string): string[] => wordsOf(header.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
