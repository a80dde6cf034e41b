import { formatNumber, plural } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { Switch } from '../../../ui/field.tsx'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import { LinkButton, PageHead, Sheet } from '../../../ui/page.tsx'
import type { ExportFormat } from '../../../web/formats/format.ts'
import { FORMATS } from '../../../web/formats/index.ts'
import { Lists } from '../lists-views.tsx'
import { choiceParams } from './form.ts'
import { PROGRAM_FORMATS, type ProgramFormat } from './rules/formats.ts'
import { type Choices, TROUBLES } from './rules/placed.ts'
import { labelsInWords } from './rules/read-me.ts'
import type { Tally } from './rules/tally.ts'

/** Acts from one place, as the page speaks of them. */
export interface Exporting {
  titre: string
  path: string
  /** Criteria of a search, which each address repeats. */
  params: [string, string][]
  back: { href: string; label: string }
  /** Where they leave as rows, in the formats of every export. */
  rows?: string
  /** Other sites ask for lists of it. */
  lists?: true
}

export interface Prepared {
  format: ProgramFormat
  choices: Choices
  tally: Tally
  acts: number
  /** So many acts were looked at, if there are as many. */
  most: number
}

const urlOf = ({ params }: Exporting, path: string, more: [string, string][] = []): string => {
  const all = [...params, ...more]
  return all.length === 0 ? path : `${path}?${new URLSearchParams(all)}`
}

/** Everything that leaves from one place: the formats, or one of them with what it cannot carry. */
export function ExportPage({ place, prepared }: { place: Exporting; prepared: Prepared | undefined }) {
  return (
    <>
      <PageHead title={`Exporter${NBSP}: ${place.titre}`} />
      {prepared ? <Before place={place} prepared={prepared} /> : <Choice place={place} />}
    </>
  )
}

/** It may go to anybody: what is reserved leaves with it only where that is ticked. */
function Workbook({ place, rows, format }: { place: Exporting; rows: string; format: ExportFormat }) {
  return (
    <Form action={`${rows}/${format.extension}`} method="get">
      {place.params.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <Switch
        name="mentions"
        label="Avec les mentions marginales et les causes de décès"
        help="Elles parlent parfois de personnes vivantes."
        raw={{}}
      />
      <Actions>
        <Submit>Exporter en {format.label}</Submit>
      </Actions>
    </Form>
  )
}

function Choice({ place }: { place: Exporting }) {
  const { rows } = place
  return (
    <>
      {rows !== undefined && (
        <>
          <h2>Pour un tableur, ou un autre site Relevés</h2>
          {FORMATS.map((format) => (
            <Sheet>
              {format.isForOthers ? (
                <Workbook place={place} rows={rows} format={format} />
              ) : (
                <>
                  <p>Toutes les valeurs, sans rien perdre.</p>
                  <p class="actions">
                    <LinkButton href={urlOf(place, `${rows}/${format.extension}`)}>
                      Exporter en {format.label}
                    </LinkButton>
                  </p>
                </>
              )}
            </Sheet>
          ))}
        </>
      )}
      <h2>Pour d’autres logiciels</h2>
      <Sheet>
        <p>La page suivante dit ce que chacun ne sait pas garder, avant tout téléchargement.</p>
        <dl>
          {PROGRAM_FORMATS.map(({ cle, label, aide }) => (
            <>
              <dt>
                <a href={urlOf(place, place.path, [['format', cle]])}>
                  Préparer{NBSP}: {label}
                </a>
              </dt>
              <dd>{aide}</dd>
            </>
          ))}
        </dl>
      </Sheet>
      {place.lists && <Lists path={place.path} />}
    </>
  )
}

const BOXES: Record<keyof Choices, { label: string; help: string }> = {
  mentions: {
    label: 'Mentions marginales et causes de décès',
    help: 'Elles peuvent parler de personnes vivantes. Sans cette coche, elles restent ici.',
  },
  couper: {
    label: 'Couper',
    help: 'Les textes plus longs que leur colonne sont coupés, et repris entiers dans le commentaire général.',
  },
  verifier: {
    label: 'Marquer « A VERIFIER » dans la cote',
    help: 'Pour les actes dont une lecture est douteuse.',
  },
}

function Before({ place, prepared }: { place: Exporting; prepared: Prepared }) {
  const { format, choices, tally } = prepared
  const path = `${place.path}/${format.cle}`
  return (
    <>
      <Carried prepared={prepared} />
      {tally.troubles().length > 0 && (
        <p>
          <a href={urlOf(place, `${path}/liste/csv`, choiceParams(choices, format))}>
            Voir la liste de ces textes (CSV)
          </a>
        </p>
      )}
      <Sheet>
        <Form action={place.path} method="get">
          {place.params.map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <input type="hidden" name="format" value={format.cle} />
          {format.choices.map((name) => (
            <Switch
              name={name}
              label={BOXES[name].label}
              help={BOXES[name].help}
              raw={choices[name] ? { [name]: '1' } : {}}
            />
          ))}
          <Actions cancel={urlOf(place, place.path)} back="Choisir un autre format">
            <Submit formaction={path}>Télécharger</Submit>
            <button type="submit" class="bouton">
              Compter de nouveau
            </button>
          </Actions>
        </Form>
      </Sheet>
    </>
  )
}

/** Tells what the format cannot carry, with counts. */
function Carried({ prepared: { format, tally, acts, most } }: { prepared: Prepared }) {
  const troubles = tally.troubles()
  const isPart = tally.acts >= most
  return (
    <>
      <h2>{format.label}</h2>
      <Sheet>
        <p>
          {isPart && acts <= tally.acts
            ? `Plus de ${plural(tally.acts, 'acte', 'actes')}`
            : plural(acts, 'acte', 'actes')}
          .{' '}
          {isPart &&
            `Ce qui suit a été compté sur les ${formatNumber(tally.acts)} premiers${NBSP}; la liste les dit tous. `}
          {troubles.length === 0 && tally.acts > 0 && 'Tout ce qui est ici sera dans le fichier.'}
        </p>
        <ul>
          {troubles.map(({ kind, n, labels }) => (
            <li>
              <b>{TROUBLES[kind]}</b>
              {`${NBSP}: ${plural(n, 'texte', 'textes')}. ${labelsInWords(labels)}.`}
            </li>
          ))}
        </ul>
        {format.isByPlace && (
          <p>
            Un fichier par commune et par genre d’acte{NBSP}; plusieurs arrivent ensemble, avec une page{' '}
            {quoted('LISEZMOI')}.
          </p>
        )}
      </Sheet>
    </>
  )
}
