import { sinceInWords } from '../../../lib/ages.ts'
import { formatMonth } from '../../../lib/months.ts'
import { agreed, formatNumber, plural } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { Lines, Panel, Panels, Stack } from '../../../ui/figures.tsx'
import { Actions } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import { Progress } from '../../droits/progress-views.tsx'
import { secondPath } from '../../sources/second-keying-views.tsx'
import type { LastTyped, OwnMonths, QuietPerson, ReleveLine } from '../queries/people.ts'
import type { OpenLine, SecondLine, SectionStatistics, WaitingLine } from '../queries/sources.ts'
import { OpenLines, ReleveLines, SecondLines, TITLE, WaitingLines } from './lines.tsx'

export interface MemberProps {
  now: Date
  last: LastTyped
  months: OwnMonths
  sections: SectionStatistics[]
  open: OpenLine[]
  seconds: SecondLine[]
  own: ReleveLine[]
  /** Only a manager has this; undefined for a member. */
  manager: { toValidate: WaitingLine[]; quiet: QuietPerson[]; registres: number; weeks: number } | undefined
}

/** One thing to go on with, then what came back, then what there is to do. */
export function MemberDashboard({ now, last, months, sections, open, seconds, own, manager }: MemberProps) {
  if (sections.length === 0 && open.length === 0 && own.length === 0) return <NothingYet />
  return (
    <>
      <PageHead title={TITLE} />
      <GoOn last={last} open={open} seconds={seconds} waiting={manager?.toValidate[0]} />
      <Rejected sources={open} />
      {manager && <Wished n={manager.registres} />}
      <Panels>
        <Stack>
          {manager && <ToValidate toValidate={manager.toValidate} now={now} />}
          <Panel title="Sources ouvertes à la saisie" more={open.length > 0 ? '/sources' : undefined}>
            <OpenLines sources={open} empty="Aucune source n’attend de saisie pour l’instant." />
          </Panel>
          {seconds.length > 0 && (
            <Panel title="À saisir une seconde fois">
              <SecondLines sources={seconds} />
            </Panel>
          )}
        </Stack>
        <Stack>
          <OwnWork months={months} own={own} now={now} />
          {manager && <Quiet {...manager} now={now} />}
        </Stack>
        {sections.length > 0 && (
          <Panel title={sections.length === 1 ? 'Ma section' : 'Mes sections'}>
            {sections.map((section) => (
              <SectionProgress {...section} />
            ))}
          </Panel>
        )}
      </Panels>
    </>
  )
}

const deskOf = (id: number): string => `/sources/${id}/releves/nouveau`

interface GoOnProps extends Pick<MemberProps, 'last' | 'open' | 'seconds'> {
  /** The source that waits longest for this manager. */
  waiting: WaitingLine | undefined
}

/** The one large button: the source typed in last, what waits for a decision, the first one that is open, one to type a second time, or the search of who only reads. */
function GoOn({ last, open: [first], seconds: [second], waiting }: GoOnProps) {
  if (!last && waiting) {
    const many = plural(waiting.nb_releves, 'relevé', 'relevés')
    return <Continue href={`/revue/${waiting.id}`}>{`Relire${NBSP}: ${waiting.titre}, ${many}`}</Continue>
  }
  const source = last ?? first
  if (!source && second)
    return <Continue href={secondPath(second.id)}>{`Saisir une seconde fois${NBSP}: ${second.titre}`}</Continue>
  if (!source) return <Continue href="/recherche">Rechercher un nom</Continue>
  const act = `acte ${formatNumber(source.nb_releves + 1)}`
  const where = last?.annee === undefined ? act : `${act}, ${last.annee}`
  return (
    <Continue href={deskOf(source.id)}>
      {`${last ? 'Continuer' : 'Commencer'}${NBSP}: ${source.titre}, ${where}`}
    </Continue>
  )
}

const Continue = ({ href, children }: { href: string; children: string }) => (
  <div>
    <a class="bouton principal continuer" href={href}>
      {children}
    </a>
  </div>
)

/** Work that came back, with why: whoever typed it reads that before anything else. */
function Rejected({ sources }: { sources: OpenLine[] }) {
  const rejected = sources.filter(({ status }) => status === 'rejetee')
  if (rejected.length === 0) return null
  return (
    <Notice label="Sources rejetées">
      {rejected.map(({ id, titre, motif }) => (
        <p>
          <strong>
            <a href={`/sources/${id}`}>{titre}</a> a été rejetée.
          </strong>{' '}
          {motif !== null && quoted(motif)}
        </p>
      ))}
    </Notice>
  )
}

/** Somebody would like to begin, and waits for a word. */
const Wished = ({ n }: { n: number }) =>
  n > 0 && (
    <Notice label="Registres demandés">
      <p>
        <a href="/registres/demandes">{plural(n, 'registre est demandé', 'registres sont demandés')}</a> et{' '}
        {agreed(n, 'attend', 'attendent')} votre réponse.
      </p>
    </Notice>
  )

const ToValidate = ({ toValidate, now }: { toValidate: WaitingLine[]; now: Date }) => (
  <Panel title="Sources à valider" more={toValidate.length > 0 ? '/revue' : undefined}>
    <WaitingLines sources={toValidate} now={now} empty="Aucune source de vos sections n’attend de validation." />
  </Panel>
)

const monthName = (mois: string): string => formatMonth(mois).replace(/ \d+$/, '')

const ofMonth = (mois: string): string => (/^[aeiouyéèêœh]/.test(mois) ? `d’${mois}` : `de ${mois}`)

function OwnWork({ months: { mois, n, avant }, own, now }: Pick<MemberProps, 'months' | 'own' | 'now'>) {
  return (
    <Panel title={`Mon mois ${ofMonth(monthName(mois))}`}>
      <p>
        <strong>{formatNumber(n)}</strong> {n >= 2 ? 'relevés saisis' : 'relevé saisi'}
        {` (${formatNumber(avant.n)} en ${monthName(avant.mois)})`}
      </p>
      <ReleveLines releves={own} now={now} isOwn empty="Vous n’avez pas encore saisi de relevé." />
    </Panel>
  )
}

/** Members of the manager's sections who have typed nothing for a while: somebody may have to call them. */
function Quiet({ quiet, weeks, now }: { quiet: QuietPerson[]; weeks: number; now: Date }) {
  if (quiet.length === 0) return null
  return (
    <Panel title="Sans nouvelles">
      <p class="aide">{`${agreed(quiet.length, 'Cette personne n’a', 'Ces personnes n’ont')} rien saisi depuis ${plural(weeks, 'semaine', 'semaines')} au moins.`}</p>
      <Lines
        items={quiet.map(({ name, derniere }) => ({
          label: name,
          detail: derniere === null ? 'n’a encore rien saisi' : sinceInWords(derniere, now),
        }))}
      />
    </Panel>
  )
}

const SectionProgress = ({ id, nom, isManaged, parStatut, releves }: SectionStatistics) => (
  <div class="section-avance">
    <h3>
      <a href={`/sources?section=${id}`}>{nom}</a> <span class="rien">{plural(releves, 'relevé', 'relevés')}</span>
    </h3>
    <Progress
      parStatut={parStatut}
      caption={`Les sources de la section ${nom} selon leur état`}
      where={`section=${id}`}
    />
    <Actions>
      <a href={`/statistiques?section=${id}`}>Statistiques</a>
      {isManaged && <a href={`/sections/${id}/personnes`}>Personnes de la section</a>}
    </Actions>
  </div>
)

function NothingYet() {
  return (
    <>
      <PageHead title={TITLE} />
      <EmptyState
        title="Aucune source ne vous est encore confiée."
        action={<LinkButton href="/profil">Voir mon profil</LinkButton>}
      >
        Demandez à un administrateur de vous inscrire dans une section, ou de vous confier une source.
      </EmptyState>
    </>
  )
}
