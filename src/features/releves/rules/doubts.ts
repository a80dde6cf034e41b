// An act may contradict itself: whoever types it can mend it at once, whoever reads it over has it on the list.
import { BURIALS, WEDDINGS } from '../../../champs/couples.ts'
import { fieldGroups } from '../../../champs/groups.ts'
import { champText, isDateField, KINDS, storedValue } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import type { ReleveData } from '../../../db/schema.ts'
import type { ActKind, GroupRole, PersonPart } from '../../../db/schema-persons.ts'
import { readAge, type ToldAge } from '../../../lib/age-texts.ts'
import { type DateValue, dateInWords, periodOf } from '../../../lib/dates.ts'

/** First and last day, counted by one; infinite where it is open. */
type Days = readonly [number, number]

export type DoubtKind = 'naissance_apres' | 'deces_apres' | 'age_naissance' | 'mariage_12' | 'mere_55'

export interface Doubt {
  genre: DoubtKind
  /** The field that is the likelier to be wrong. */
  champ: string
  /** The values that contradict each other: « c'est bien ainsi » holds for them. */
  valeur: string
  phrase: string
}

const YEAR = 365.25
/** Nobody marries younger, nobody bears a child older: the canon law, and nature. */
const YOUNGEST = 12
const OLDEST = 55
/** Registers round ages: so many years aside, an age and a birth say the same. */
const SLACK = 2
const WIDE_SLACK = 6
/** From here on ages are guesses. */
const ROUNDED_FROM = 30
/** A burial comes some days after the death; so many are a slip of the month. */
const LONGEST_WAKE = 45
const BIRTHS: ReadonlySet<ActKind> = new Set(['bapteme', 'naissance'])
const EVENT = 'date_evenement'
const DEATH = 'date_deces'

function dateIn(champ: Champ | undefined, data: ReleveData): { value: DateValue; days: Days } | undefined {
  const value = champ !== undefined && isDateField(champ) ? storedValue(data, champ.nom) : undefined
  if (!KINDS.date.isValue(value)) return undefined
  const days = periodOf(value as DateValue)
  return days === null ? undefined : { value: value as DateValue, days }
}

type Dated = NonNullable<ReturnType<typeof dateIn>>

interface Somebody {
  role: GroupRole
  champOf(part: PersonPart): Champ | undefined
}

const personsIn = (champs: readonly Champ[]): Somebody[] =>
  fieldGroups(champs).flatMap(({ group, champs: fields }) =>
    group?.role == null ? [] : [{ role: group.role, champOf: (part) => fields.find(({ partie }) => partie === part) }],
  )

/** Years that somebody may have lived at the event, the fewest and the most. */
const livedAt = (event: Dated, birth: Dated): Days => [
  (event.days[0] - birth.days[1]) / YEAR,
  (event.days[1] - birth.days[0]) / YEAR,
]

/** An age and a birth of one person. */
interface Life {
  event: Dated
  birth: (Dated & { champ: Champ }) | undefined
  age: (ToldAge & { champ: Champ; text: string }) | undefined
}

function lifeOf(somebody: Somebody, data: ReleveData, event: Dated): Life {
  const [born, aged] = [somebody.champOf('date_naissance'), somebody.champOf('age')]
  const birth = dateIn(born, data)
  const text = aged ? champText(aged, data) : ''
  const age = readAge(text)
  return {
    event,
    birth: born && birth ? { ...birth, champ: born } : undefined,
    age: aged && age ? { ...age, champ: aged, text } : undefined,
  }
}

const wordsOf = ({ value }: Dated): string => dateInWords(value)

function bornAfter({ event, birth }: Life): Doubt[] {
  if (!birth || birth.days[0] <= event.days[1]) return []
  const phrase = `La naissance (${wordsOf(birth)}) est après l’acte (${wordsOf(event)}).`
  return [
    { genre: 'naissance_apres', champ: birth.champ.nom, valeur: `${birth.value.valeur} ${event.value.valeur}`, phrase },
  ]
}

const slackOf = ({ years, isAbout }: ToldAge): number =>
  isAbout || (years >= ROUNDED_FROM && years % 10 === 0) ? WIDE_SLACK : SLACK

function unlikeAge({ event, birth, age }: Life): Doubt[] {
  if (!birth || !age || birth.days[0] > event.days[1]) return []
  const [fewest, most] = livedAt(event, birth)
  const slack = slackOf(age)
  if (age.years >= fewest - 1 - slack && age.years <= most + slack) return []
  const phrase = `L’âge (${age.text}) ne va pas avec la naissance (${wordsOf(birth)})\u00a0: ${yearsText(Math.floor(most))} au jour de l’acte.`
  const valeur = `${age.text} ${birth.value.valeur} ${event.value.valeur}`
  return [{ genre: 'age_naissance', champ: age.champ.nom, valeur, phrase }]
}

const yearsText = (years: number): string => `${years}\u00a0${years >= 2 ? 'ans' : 'an'}`

/** The years that somebody had lived at most, and at least, whichever field tells it. */
function yearsOfLife({ event, birth, age }: Life): { range: Days; champ: string; valeur: string } | undefined {
  if (age) return { range: [age.years, age.years], champ: age.champ.nom, valeur: age.text }
  if (!birth) return undefined
  return { range: livedAt(event, birth), champ: birth.champ.nom, valeur: birth.value.valeur }
}

function tooYoung(life: Life): Doubt[] {
  const lived = yearsOfLife(life)
  if (!lived || lived.range[1] >= YOUNGEST || lived.range[1] < 0) return []
  const years = Math.floor(lived.range[1])
  const phrase = `Mariage à ${yearsText(years)}\u00a0: avant ${YOUNGEST}\u00a0ans, c’est sans doute une faute.`
  return [{ genre: 'mariage_12', champ: lived.champ, valeur: lived.valeur, phrase }]
}

function tooOld(life: Life): Doubt[] {
  const lived = yearsOfLife(life)
  if (!lived || lived.range[0] <= OLDEST) return []
  const phrase = `La mère aurait ${yearsText(Math.floor(lived.range[0]))}\u00a0: après ${OLDEST}\u00a0ans, c’est sans doute une faute.`
  return [{ genre: 'mere_55', champ: lived.champ, valeur: lived.valeur, phrase }]
}

function deathAfterBurial(champs: readonly Champ[], data: ReleveData, event: Dated): Doubt[] {
  const death = dateIn(
    champs.find(({ nom }) => nom === DEATH),
    data,
  )
  if (!death) return []
  const isAfter = death.days[0] > event.days[1]
  if (!isAfter && event.days[0] - death.days[1] <= LONGEST_WAKE) return []
  const how = isAfter ? 'est après l’acte' : 'est bien avant l’acte'
  const phrase = `Le décès (${wordsOf(death)}) ${how} (${wordsOf(event)}).`
  return [{ genre: 'deces_apres', champ: DEATH, valeur: `${death.value.valeur} ${event.value.valeur}`, phrase }]
}

function ofPerson(somebody: Somebody, life: Life, acte: ActKind | undefined): Doubt[] {
  const doubts = [...bornAfter(life), ...unlikeAge(life)]
  if (acte === undefined) return doubts
  if (WEDDINGS.has(acte) && somebody.role === 'principal') doubts.push(...tooYoung(life))
  if (BIRTHS.has(acte) && somebody.role === 'mere') doubts.push(...tooOld(life))
  return doubts
}

/** Days and ages of one act that cannot be together. Dates of a period, « vers », « avant » contradict nothing that may still be. */
export function actDoubts(champs: readonly Champ[], data: ReleveData): Doubt[] {
  const event = dateIn(
    champs.find(({ nom }) => nom === EVENT),
    data,
  )
  if (!event) return []
  const acte = champs[0]?.acte
  const persons = personsIn(champs).flatMap((one) => ofPerson(one, lifeOf(one, data, event), acte))
  return acte !== undefined && BURIALS.has(acte) ? [...persons, ...deathAfterBurial(champs, data, event)] : persons
}
