import type { FormErrors } from '../../../../lib/body.ts'
import { formatNumber } from '../../../../lib/text.ts'
import { NBSP } from '../../../../lib/typo.ts'
import { Field } from '../../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../../ui/form.tsx'
import { PageHead } from '../../../../ui/page.tsx'
import { Pagination } from '../../../../ui/pagination.tsx'
import { Table } from '../../../../ui/table.tsx'
import type { Paging } from '../../../../web/pagination.ts'
import { LONGEST_ADDRESS } from '../form.ts'
import { Address } from './address.tsx'

export const REGISTERS_TITLE = 'Un lien par registre'

/** A register of the page, with what is known or was typed. */
export interface RegisterLine {
  /** Its fields have this number in their names. */
  n: number
  ark: string
  titre: string
  cote: string | null
  vue: string
  ancienne: string
  lien: string
}

interface RegistersProps {
  path: string
  lines: RegisterLine[]
  errors: FormErrors
  total: number
  connus: number
  paging: Paging
  href: (page: number) => string
  /** The page itself: what is saved comes back to it. */
  action: string
  back: string
}

/** The field that is typed into first. */
const firstEmpty = (lines: readonly RegisterLine[], errors: FormErrors): number | undefined =>
  lines.find(({ n, lien }) => errors[`lien_${n}`] !== undefined || lien === '')?.n

export function RegistersPage({ lines, errors, total, connus, paging, href, action, back }: RegistersProps) {
  const first = firstEmpty(lines, errors)
  const labels = Object.fromEntries(lines.map(({ n, titre }) => [`lien_${n}`, titre]))
  return (
    <>
      <PageHead
        title={REGISTERS_TITLE}
        lead={`${formatNumber(connus)} sur ${formatNumber(total)}. Collez le nouveau lien de la vue indiquée, puis Entrée${NBSP}: la page est enregistrée et l’on continue au champ vide suivant.`}
      />
      <ErrorSummary errors={errors} labels={labels} />
      <Form action={action}>
        <Table
          caption="Registres et leurs nouveaux liens"
          rows={lines}
          columns={[
            {
              label: 'Registre',
              kind: 'nom',
              head: true,
              cell: ({ titre, cote }) => (cote === null ? titre : `${titre}, ${cote}`),
            },
            { label: 'Vue', kind: 'nombre', cell: ({ vue }) => vue },
            { label: 'Ancien lien', cell: ({ ancienne }) => <Address>{ancienne}</Address> },
            {
              label: 'Nouveau lien',
              cell: (line) => <LinkField line={line} error={errors[`lien_${line.n}`]} isFirst={line.n === first} />,
            },
          ]}
        />
        <Actions cancel={back} back="Retour à la règle">
          <Submit>Enregistrer et continuer</Submit>
        </Actions>
      </Form>
      <Pagination paging={paging} total={total} href={href} />
    </>
  )
}

interface LinkFieldProps {
  line: RegisterLine
  error: string | undefined
  isFirst: boolean
}

function LinkField({ line: { n, ark, lien, titre, vue }, error, isFirst }: LinkFieldProps) {
  return (
    <>
      <input type="hidden" name={`ark_${n}`} value={ark} />
      <Field
        name={`lien_${n}`}
        label={<span class="hors-ecran">{`Nouveau lien de la vue ${vue}, ${titre}`}</span>}
        error={error}
      >
        <input
          name={`lien_${n}`}
          value={lien}
          maxlength={LONGEST_ADDRESS}
          inputmode="url"
          autocomplete="off"
          autofocus={isFirst}
        />
      </Field>
    </>
  )
}
