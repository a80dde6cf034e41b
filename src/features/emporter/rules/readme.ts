import { formatInstant, plural } from '../../../lib/text.ts'

/** A file that was written, and how many lines are in it beside the one of its headers. */
export interface Told {
  name: string
  lines: number
  /** In plain words, for who opens the folder in ten years. */
  aide: string
}

const HEAD = `TOUT CE QUE LE SITE CONTIENT

Les fichiers .csv s’ouvrent dans un tableur : texte UTF-8, colonnes séparées par des points-virgules, une première ligne
qui nomme les colonnes. Une apostrophe devant =, +, - ou @ empêche un tableur de calculer ; elle n’est pas dans le texte.
Les dates sont écrites jour/mois/année, telles que le registre les donne.
`

const TAIL = `POUR TOUT REMETTRE DANS UN SITE VIDE

Installez Relevés. Dans le site neuf, avant d’y créer quoi que ce soit : « Paramètres », « Tout emporter », « Remettre une archive » ;
ou, sur le serveur, bin/releve import:tout ARCHIVE (l’archive .zip, ou ce dossier). Le site vérifie chaque fichier d’après
inventaire.json, remet tout avec ses numéros, puis compare ce qu’il contient à ces fichiers et le dit.

- Ce qui revient : types, sections, dépôts, comptes et leurs sections, lieux, orthographes, abréviations, sources, membres,
  mouvements, relevés, états, historique, corbeille, brouillons.
- Ce qui ne revient pas : mots de passe (chacun reçoit une invitation), réglages du site et logo, journal, notifications, sources
  supprimées depuis moins de trente jours. Une sauvegarde les contient.
- Photos des registres : l’archive dit lesquelles, mais ne contient pas leurs fichiers. Ils ont leur propre archive : sur le serveur,
  « bin/releve images:archive DOSSIER » ici, puis « bin/releve images:restore DOSSIER » sur le site neuf, qui dit celles qui manquent.
- Le dossier reprise est fait pour cela et ne se change pas à la main. Un fichier .csv changé depuis est signalé et n’est pas repris :
  ce qui revient est ce qui était parti.

POUR REMETTRE UNE PARTIE, OU LA PORTER DANS UN AUTRE PROGRAMME

1. lieux.csv par « Importer des lieux » ; orthographes.csv par « Orthographes » ; utilisateurs.csv par « Importer des comptes ».
2. Une source de sources.csv : créez-la, puis importez son fichier du dossier releves par « Importer un fichier ».
types.json décrit les types et leurs champs ; historique.csv dit qui a écrit quoi et quand.

Ce dossier contient les noms et les adresses des membres. Gardez-le en lieu sûr.
`

/** The text that says what is what. */
export function readme(site: string, at: string, files: readonly Told[]): string {
  const width = Math.max(...files.map(({ name }) => name.length)) + 2
  const lines = files.map(
    ({ name, lines: n, aide }) => `${name.padEnd(width)}${aide}${n < 0 ? '' : ` (${plural(n, 'ligne', 'lignes')})`}`,
  )
  const text = `${site}, le ${formatInstant(at)}\n\n${HEAD}\nLES FICHIERS\n\n${lines.join('\n')}\n\n${TAIL}`
  return `\ufeff${text.replaceAll('\n', '\r\n')}`
}

/** « 0012 Baptêmes de Dol.csv »: the number tells the line of sources.csv, the title is for people. */
export function recordsFile(number: number, titre: string): string {
  const plain = titre
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\\/:*?"<>|;%]/g, ' ')
    .replace(/\s+/g, ' ')
  const short = [...plain].slice(0, 60).join('').trim().replace(/\.+$/, '')
  return `releves/${String(number).padStart(4, '0')} ${short}`.trim().concat('.csv')
}
