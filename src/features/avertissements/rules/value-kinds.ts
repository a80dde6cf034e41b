// Values that stand out among those of their field.
import { champText, isChoiceField, isPlaceField, KINDS, storedValue } from '../../../champs/index.ts'
import type { Champ, PlaceValue } from '../../../champs/kind.ts'
import { isWithoutValue } from '../../../champs/states.ts'
import { sortKey } from '../../../lib/text.ts'
import { type Act, type Hit, type Material, ofAct, type WarningKind } from './kind.ts'
import { editedOnce } from './near.ts'
import { countTexts, textOf } from './values.ts'

/** One warning for each field of each act of which this is true. */
const each = (material: Material, hit: (act: Act, champ: Champ) => Hit | undefined): Hit[] =>
  material.acts.flatMap((act) => material.champs.flatMap((champ) => hit(act, champ) ?? []))

const STATE_WORDS = { douteux: 'lu avec doute', illisible: 'illisible', absent: 'absent du registre' }

const doubtful: WarningKind = {
  label: 'Champ douteux ou illisible',
  weight: 2,
  caution: 'Le registre est peut-être vraiment illisible\u00a0: un second regard suffit.',
  sentence: ({ label, detail }) => `${label}\u00a0: ${detail.etat}.`,
  find: (material) =>
    each(material, (act, { nom, required }) => {
      const etat = act.etats[nom]
      if (etat === undefined || etat === 'absent' || (required && isWithoutValue(etat))) return undefined
      return { releve_id: act.id, champ: nom, valeur: ofAct(act.id, etat), detail: { etat: STATE_WORDS[etat] } }
    }),
}

const withoutRequired: WarningKind = {
  label: 'Champ obligatoire sans valeur',
  weight: 3,
  caution: 'L’acte est peut-être vraiment déchiré ou laissé en blanc.',
  sentence: ({ label, detail }) => `${label} est obligatoire, et dit ${detail.etat}.`,
  find: (material) =>
    each(material, (act, { nom, required }) => {
      const etat = act.etats[nom]
      if (!required || etat === undefined || !isWithoutValue(etat)) return undefined
      return { releve_id: act.id, champ: nom, valeur: ofAct(act.id, etat), detail: { etat: STATE_WORDS[etat] } }
    }),
}

const otherHand: WarningKind = {
  label: 'Modifié par une autre personne',
  weight: 1,
  caution: 'Deux personnes saisissent souvent ensemble une source. Les gestionnaires ne comptent pas.',
  sentence: () => 'Modifié par une autre personne que celle qui l’a saisi.',
  find: ({ acts, facts: { reviewers } }) =>
    acts.flatMap(({ id, version, created_by, updated_by }): Hit[] => {
      const isOther = version > 1 && created_by !== null && updated_by !== null && created_by !== updated_by
      if (!isOther || reviewers.has(updated_by)) return []
      return [{ releve_id: id, champ: '', valeur: ofAct(id, version), detail: {} }]
    }),
}

const lostPlace: WarningKind = {
  label: 'Lieu disparu',
  weight: 2,
  caution: 'Le lieu a été supprimé depuis\u00a0: le texte du relevé peut rester juste.',
  sentence: ({ valeur }) => `Le lieu «\u00a0${valeur}\u00a0» n’est plus dans la liste des lieux.`,
  find: (material) =>
    material.facts.lostPlaces.size === 0
      ? []
      : each(material, (act, champ) => {
          const { nom } = champ
          const place = isPlaceField(champ) ? storedValue(act.data, nom) : undefined
          if (!KINDS.place.isValue(place)) return undefined
          const { id, nom_long } = place as PlaceValue
          if (!material.facts.lostPlaces.has(id)) return undefined
          return { releve_id: act.id, champ: nom, valeur: nom_long, detail: {} }
        }),
}

const notInList: WarningKind = {
  label: 'Choix hors de la liste',
  weight: 1,
  caution: 'La liste a changé depuis la saisie.',
  sentence: ({ label, valeur }) => `${label}\u00a0: «\u00a0${valeur}\u00a0» n’est pas dans la liste.`,
  find: (material) =>
    each(material, (act, champ) => {
      const text = isChoiceField(champ) ? textOf(champ, act) : ''
      if (text === '' || champ.options.includes(text) || champ.anciennes?.includes(text)) return undefined
      return { releve_id: act.id, champ: champ.nom, valeur: text, detail: {} }
    }),
}

/** Enough values to say what is usual, and how much longer than nearly all of them is not. */
const ENOUGH = 60
const NEARLY_ALL = 0.98
const MUCH_LONGER = 2
const SHORT_ENOUGH = 30

const tooLong: WarningKind = {
  label: 'Valeur plus longue que d’habitude',
  weight: 1,
  caution: 'Une longue suite de prénoms ou un titre de noblesse.',
  sentence: ({ label, detail }) => `${label}\u00a0: ${detail.signes}\u00a0signes, bien plus que d’habitude.`,
  find: ({ champs, acts }) =>
    champs
      .filter(({ type, partie }) => type === 'text' && partie !== null && partie !== 'commentaire')
      .flatMap((champ) => {
        const texts = acts.map((act) => textOf(champ, act))
        const lengths = texts
          .filter((text) => text !== '')
          .map(({ length }) => length)
          .sort((a, b) => a - b)
        if (lengths.length < ENOUGH) return []
        const usual = lengths[Math.floor(lengths.length * NEARLY_ALL) - 1] ?? 0
        const most = Math.max(SHORT_ENOUGH, usual * MUCH_LONGER)
        return acts.flatMap((act, at): Hit[] => {
          const text = texts[at] ?? ''
          if (text.length <= most) return []
          return [{ releve_id: act.id, champ: champ.nom, valeur: text, detail: { signes: text.length } }]
        })
      }),
}

/** A value that is carried over too long comes so often in a row, and nowhere else in the source. */
const LONG_RUN = 30
/** Elsewhere the field changes at least that often. */
const USUAL_RUN = 4

interface Run {
  text: string
  from: number
  length: number
}

function runsOf(texts: readonly string[]): Run[] {
  const runs: Run[] = []
  for (const [at, text] of texts.entries()) {
    const last = runs.at(-1)
    if (last?.text === text) last.length += 1
    else runs.push({ text, from: at, length: 1 })
  }
  return runs
}

/** Everything else of the field changes from act to act. */
function isLively(runs: readonly Run[], but: Run): boolean {
  const others = runs.filter((run) => run !== but)
  const acts = others.reduce((sum, { length }) => sum + length, 0)
  return acts >= LONG_RUN && acts / others.length < USUAL_RUN && others.some(({ text }) => text !== '')
}

const carried: WarningKind = {
  label: 'Valeur reprise trop longtemps',
  weight: 2,
  caution: 'Tout un hameau, ou tout un métier, peut se suivre dans un registre.',
  sentence: ({ label, detail }) =>
    `${label}\u00a0: «\u00a0${detail.texte}\u00a0» ${detail.n}\u00a0fois de suite à partir d’ici, puis plus jamais\u00a0: valeur reprise par mégarde\u00a0?`,
  find: ({ champs, acts }) =>
    champs
      .filter(({ type, partie }) => CARRIED.has(type) && partie !== null && partie !== 'sexe' && partie !== 'decede')
      .flatMap((champ) => {
        const runs = runsOf(acts.map((act) => champText(champ, act.data).trim()))
        return runs.flatMap((run): Hit[] => {
          const act = acts[run.from]
          const isOnly = runs.filter(({ text }) => text === run.text).length === 1
          if (!act || run.text === '' || run.length < LONG_RUN || !isOnly || !isLively(runs, run)) return []
          return [{ releve_id: act.id, champ: champ.nom, valeur: run.text, detail: { texte: run.text, n: run.length } }]
        })
      }),
}

const CARRIED: ReadonlySet<string> = new Set(['text', 'select', 'place'])

/** A value of the source that comes so often is no mistake; one letter beside it, once, may be one. */
const OFTEN = 8
const SHORTEST = 5

const nearValue: WarningKind = {
  label: 'Valeur à une lettre d’une autre, fréquente',
  weight: 1,
  caution: 'Deux mots différents peuvent se ressembler\u00a0: tisseur et tisseuse ne sont pas signalés.',
  sentence: ({ label, detail }) =>
    `${label}\u00a0: «\u00a0${detail.texte}\u00a0» n’est écrit qu’ici\u00a0; «\u00a0${detail.proche}\u00a0» revient ${detail.n}\u00a0fois.`,
  find: ({ champs, acts }) =>
    champs
      .filter(({ type, partie }) => type === 'text' && partie !== null && WORDS.has(partie))
      .flatMap((champ) => {
        const counts = countTexts(acts.map((act) => sortKey(textOf(champ, act))).filter((key) => key !== ''))
        const often = [...counts].filter(([, n]) => n >= OFTEN)
        return acts.flatMap((act): Hit[] => {
          const texte = textOf(champ, act)
          const key = sortKey(texte)
          if (counts.get(key) !== 1 || key.length < SHORTEST || act.etats[champ.nom] !== undefined) return []
          const [proche, n] = often.find(([other]) => editedOnce(key, other) && !isInflected(key, other)) ?? []
          if (proche === undefined || n === undefined) return []
          return [{ releve_id: act.id, champ: champ.nom, valeur: texte, detail: { texte, proche, n } }]
        })
      }),
}

const WORDS: ReadonlySet<string> = new Set(['profession', 'domicile', 'origine'])

/** « journalier » and « journaliers », « fermier » and « fermière » less their last letters. */
const isInflected = (one: string, other: string): boolean => one.replace(/e?s?$/, '') === other.replace(/e?s?$/, '')

export const VALUE_KINDS = {
  etat: doubtful,
  obligatoire_vide: withoutRequired,
  autre_main: otherHand,
  lieu_disparu: lostPlace,
  hors_liste: notInList,
  valeur_longue: tooLong,
  report: carried,
  valeur_voisine: nearValue,
} satisfies Record<string, WarningKind>
