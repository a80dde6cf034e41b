import { formatNumber, plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { EntryLayout, Key, SaveBanner, SaveState } from '../../../ui/entry.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { Badge, EmptyState, LinkButton, PageHead, type Tone } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Paging } from '../../../web/pagination.ts'
import type { VisibleSource } from '../../sources/queries/sources.ts'
import { secondPath } from '../../sources/second-keying-views.tsx'
import { RegisterPane } from '../../vues/pane-views.tsx'
import type { Pane } from '../../vues/queries/pane.ts'
import type { ReleveForm } from '../form.ts'
import type { PreviousRaw } from '../rules/previous.ts'
import { Champs, labelsOf } from './entry-champs.tsx'
import { CameBack } from './entry-drafts.tsx'
import { deskData, type FormAuthor } from './entry-form.tsx'
import { KeysHelp, keysWith } from './entry-keys.tsx'

export const SECOND_TITLE = 'Seconde saisie'

/** A drawn act by where it stands, and how far it is. */
export interface SecondRow {
  id: number
  name: string
  state: 'a_saisir' | 'sienne' | 'ailleurs' | 'saisie' | 'dispense'
  by: string | null
}

interface ListProps {
  source: VisibleSource
  counts: { tires: number; restent: number; siens: number }
  next: number | undefined
  rows: SecondRow[]
  paging: Paging
  href: (page: number) => string
}

const STATES: Record<SecondRow['state'], [tone: Tone, word: string]> = {
  a_saisir: ['info', 'à saisir'],
  sienne: ['neutre', 'votre acte : une autre personne le saisira'],
  ailleurs: ['neutre', 'en cours'],
  saisie: ['ok', 'saisi'],
  dispense: ['neutre', 'dispensé'],
}

/** The acts that wait for a second person, told by where they stand in the register alone. */
export function SecondListPage({ source, counts, next, rows, paging, href }: ListProps) {
  const { tires, restent, siens } = counts
  const path = secondPath(source.id)
  const isOpen = source.status === 'a_valider'
  const start = isOpen && next !== undefined && (
    <LinkButton href={`${path}/${next}`} principal>
      Saisir le suivant
    </LinkButton>
  )
  return (
    <>
      <PageHead
        title={`${SECOND_TITLE}${NBSP}: ${source.titre}`}
        lead={<a href={`/sources/${source.id}`}>Page de la source</a>}
        action={start}
      />
      {tires === 0 ? (
        <EmptyState title="Aucun acte à saisir une seconde fois">
          Les actes sont tirés quand la source est soumise, si elle le demande.
        </EmptyState>
      ) : (
        <>
          <p>
            {plural(tires - restent, 'acte fait', 'actes faits')} sur {formatNumber(tires)}.{' '}
            {isOpen ? leftWords(restent, siens) : 'La source n’est pas à valider : rien ne se saisit pour le moment.'}
          </p>
          <p class="aide">
            Vous saisissez chaque acte d’après l’image seule, sans voir la première saisie. Ce qui diffère est tranché
            par un relecteur.
          </p>
          <div id="secondes">
            <Table
              caption="Actes tirés"
              rows={rows}
              columns={[
                {
                  label: 'Acte',
                  head: true,
                  cell: ({ id, name, state }) =>
                    isOpen && (state === 'a_saisir' || state === 'ailleurs') ? (
                      <a href={`${path}/${id}`}>{name}</a>
                    ) : (
                      name
                    ),
                },
                {
                  label: 'État',
                  cell: ({ state, by }) => (
                    <Badge tone={STATES[state][0]}>
                      {STATES[state][1]}
                      {state === 'ailleurs' && by !== null && ` (${by})`}
                    </Badge>
                  ),
                },
              ]}
            />
            <Pagination paging={paging} total={tires} href={href} target="#secondes" />
          </div>
        </>
      )}
    </>
  )
}

function leftWords(restent: number, siens: number): string {
  if (restent === 0) return 'Tout est saisi.'
  const mine = plural(
    siens,
    'est de vous, une autre personne le saisira',
    'sont de vous, une autre personne les saisira',
  )
  return `Il en reste ${formatNumber(restent)}${siens > 0 ? `, dont ${mine}` : ''}.`
}

interface FormProps {
  source: VisibleSource
  act: { id: number; name: string }
  form: ReleveForm
  previous: PreviousRaw
  auteur: FormAuthor
  abreviations: Record<string, string>
  pane: Pane | undefined
  /** Said above the form: somebody else has the act on the screen, or the source closed meanwhile. */
  notice: string | undefined
}

const NONE: ReadonlySet<string> = new Set()

/** The form of an act as the desk has it, empty: nothing on this page comes from the first reading but where the act stands. */
export function SecondFormPage(props: FormProps) {
  const { source, act, form, previous, auteur, pane, notice } = props
  const path = `${secondPath(source.id)}/${act.id}`
  return (
    <EntryLayout
      pane={pane?.isThere && <RegisterPane {...pane} />}
      form={
        <>
          <div id="saisie-avis">
            <ErrorSummary errors={form.errors} labels={labelsOf(form)} />
            {notice !== undefined && (
              <p class="annonce annonce-warn" role="alert">
                {notice}
              </p>
            )}
            {pane?.isThere !== true && source.url !== null && (
              <p class="aide">
                <a href={source.url} rel="noopener noreferrer external" target="_blank">
                  Ouvrir le registre dans la visionneuse du dépôt
                </a>
              </p>
            )}
          </div>
          <CameBack />
          <Form
            action={path}
            enter="Enregistrer, acte suivant"
            novalidate
            {...deskData(source, auteur, `seconde${act.id}`)}
            {...props.abreviations}
            data-releve={`seconde${act.id}`}
            data-seconde=""
          >
            <Champs {...{ form, previous, source }} passed={NONE} />
            <Actions>
              <SaveBanner />
              <Submit data-enregistrer>
                Enregistrer, acte suivant <Key>Ctrl+Entrée</Key>
              </Submit>
              <a class="annuler" href={secondPath(source.id)}>
                Revenir à la liste
              </a>
              <SaveState />
            </Actions>
          </Form>
          <KeysHelp keys={keysWith(pane)} />
        </>
      }
    />
  )
}
