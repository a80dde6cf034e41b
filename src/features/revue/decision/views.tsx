import { formatNumber, plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Badge, EmptyState, LinkButton } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import { actePath } from '../acte/frame-views.tsx'
import type { Findings } from './queries.ts'
import { boundSentence, errorsSentence, outcomeOf } from './rules.ts'

interface Props {
  source: { id: number; nb_releves: number }
  findings: Findings
  /** Labels of fields by their names. */
  labels: ReadonlyMap<string, string>
}

/** Findings of the reading over, for whoever decides. */
export function FindingsPart({ source, findings, labels }: Props) {
  const { read, errors, byField } = findings
  return (
    <section aria-labelledby="constat">
      <h2 id="constat">Ce que dit la relecture</h2>
      {read === 0 ? (
        <EmptyState
          title="Aucun acte n’a encore été relu"
          action={<LinkButton href={actePath(source.id)}>Relire acte par acte</LinkButton>}
        >
          Vous pouvez décider sans cela{NBSP}: la liste des relevés est au-dessus.
        </EmptyState>
      ) : (
        <p>
          {plural(read, 'acte relu', 'actes relus')} sur {formatNumber(source.nb_releves)}
          {NBSP}: {errorsSentence(errors)}.
        </p>
      )}
      <SampleLines {...findings} />
      <OpenLines source={source} {...findings} />
      {byField.length > 0 && (
        <Table
          caption="Corrections par champ"
          showCaption
          rows={byField}
          columns={[
            { label: 'Champ', head: true, cell: ({ champ }) => labels.get(champ) ?? champ },
            { label: 'Actes corrigés', kind: 'nombre', cell: ({ actes }) => formatNumber(actes) },
            { label: 'Dont graves', kind: 'nombre', cell: ({ graves }) => formatNumber(graves) },
          ]}
        />
      )}
    </section>
  )
}

function SampleLines({ sample }: Pick<Findings, 'sample'>) {
  if (!sample) return null
  const outcome = outcomeOf(sample)
  const bound = boundSentence(sample)
  return (
    <>
      <p>
        Échantillon tiré au sort{NBSP}: {formatNumber(sample.read)} lus sur {formatNumber(sample.drawn)},{' '}
        {errorsSentence(sample)}. <Badge tone={outcome.tone}>{outcome.word}</Badge> {outcome.text}
      </p>
      {bound && <p>{bound}</p>}
      {sample.byDecade.length > 1 && (
        <Table
          caption="Échantillon par décennie"
          showCaption
          rows={sample.byDecade}
          columns={[
            { label: 'Décennie', head: true, cell: ({ decade }) => decadeWords(decade) },
            { label: 'Actes lus', kind: 'nombre', cell: ({ read }) => formatNumber(read) },
            { label: 'Avec une erreur grave', kind: 'nombre', cell: ({ graves }) => formatNumber(graves) },
          ]}
        />
      )}
    </>
  )
}

const decadeWords = (decade: string): string => (decade === '?' ? 'sans date' : `${decade}-${Number(decade) + 9}`)

/** Acts and questions that wait for somebody. */
function OpenLines({ source, open }: Pick<Props, 'source'> & Pick<Findings, 'open'>) {
  const { avertissements, corrections, questions } = open
  const lines = [
    avertissements > 0 && (
      <a href={actePath(source.id)}>
        {plural(avertissements, 'acte signalé reste à voir', 'actes signalés restent à voir')}
      </a>
    ),
    corrections > 0 && (
      <a href={actePath(source.id)}>
        {plural(corrections, 'correction reste à confirmer', 'corrections restent à confirmer')}
      </a>
    ),
    questions > 0 && (
      <a href={`/sources/${source.id}/fils`}>
        {plural(questions, 'question est sans réponse', 'questions sont sans réponse')}
      </a>
    ),
  ].filter(Boolean)
  if (lines.length === 0) return null
  return (
    <ul>
      {lines.map((line) => (
        <li>{line}</li>
      ))}
    </ul>
  )
}
