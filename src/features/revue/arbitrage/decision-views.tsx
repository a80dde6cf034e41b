import { formatInstant, formatNumber, plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Field } from '../../../ui/field.tsx'
import { Actions, Form } from '../../../ui/form.tsx'
import { Table } from '../../../ui/table.tsx'
import { OpenSeconds } from '../../sources/second-keying-views.tsx'
import { MAX_MOTIF } from './form.ts'
import type { Agreement, SecondFindings } from './queries.ts'

interface Props {
  source: { id: number }
  seconds: SecondFindings
  /** Labels of fields by their names. */
  labels: ReadonlyMap<string, string>
}

/** Tells whoever decides what the second keying found: of fields, never of persons. Nothing where no act was drawn. */
export function SecondsPart({ source, seconds, labels }: Props) {
  const { tires, saisis, identiques, byField, waived } = seconds
  if (tires === 0) return null
  return (
    <section aria-labelledby="seconde-saisie">
      <h2 id="seconde-saisie">Ce que dit la seconde saisie</h2>
      <OpenSeconds source={source} {...seconds} />
      <p>
        {plural(saisis, 'acte saisi', 'actes saisis')} deux fois sur {plural(tires, 'tiré', 'tirés')}
        {saisis > 0 && `${NBSP}: ${formatNumber(identiques)} sans aucune différence (${percent(identiques, saisis)})`}.
      </p>
      {waived.map(({ n, motif, by, at }) => (
        <p>
          {`${plural(n, 'acte dispensé', 'actes dispensés')} par ${by ?? 'une personne dont le compte est supprimé'}, le ${formatInstant(at)}${NBSP}: ${motif}`}
        </p>
      ))}
      <ByField byField={byField} labels={labels} />
      {seconds.aSaisir > 0 && <Waiver source={source} n={seconds.aSaisir} />}
    </section>
  )
}

const percent = (part: number, of: number): string =>
  `${((part / of) * 100).toLocaleString('fr', { maximumFractionDigits: 1 })}${NBSP}%`

/** In the order of the register, as the labels have it. */
function ByField({ byField, labels }: { byField: readonly Agreement[]; labels: Props['labels'] }) {
  if (byField.length === 0) return null
  const places = new Map([...labels.keys()].map((nom, place) => [nom, place]))
  const placeOf = ({ champ }: Agreement): number => places.get(champ) ?? places.size
  return (
    <Table
      caption="Accord des deux saisies par champ"
      showCaption
      rows={[...byField].sort((a, b) => placeOf(a) - placeOf(b))}
      columns={[
        { label: 'Champ', head: true, cell: ({ champ }) => labels.get(champ) ?? champ },
        { label: 'Actes comparés', kind: 'nombre', cell: ({ actes }) => formatNumber(actes) },
        { label: 'Même lecture', kind: 'nombre', cell: ({ accords }) => formatNumber(accords) },
        { label: 'Accord', kind: 'nombre', cell: ({ actes, accords }) => percent(accords, actes) },
      ]}
    />
  )
}

/** Nobody may be there to type the rest. */
function Waiver({ source, n }: { source: { id: number }; n: number }) {
  return (
    <details>
      <summary>{`Dispenser de la seconde saisie ${plural(n, 'acte qui reste', 'actes qui restent')}`}</summary>
      <Form action={`/revue/${source.id}/dispense`}>
        <Field
          name="dispense"
          label="Pourquoi"
          help="Par exemple : personne d’autre ne lit cette écriture. Cette raison reste avec la source."
          required
        >
          <input type="text" name="dispense" maxlength={MAX_MOTIF} autocomplete="off" />
        </Field>
        <Actions>
          <button type="submit" class="bouton">
            Dispenser du reste
          </button>
        </Actions>
      </Form>
    </details>
  )
}
