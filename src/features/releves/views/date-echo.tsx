import { quoted } from '../../../lib/typo.ts'
import { PageHead } from '../../../ui/page.tsx'
import type { DateEcho } from '../rules/date-echo.ts'

export const DATE_TITLE = 'Comprendre une date'

/** Under a date that is being typed: what it was understood as, or why not, and the calendar in which it reads. */
export function DateEchoPage({ echo, warning }: { echo: DateEcho; warning: string | null }) {
  const { text, isWrong, proposal } = echo
  return (
    <>
      <PageHead title={DATE_TITLE} />
      <div data-echo>
        {text !== '' && <span class={isWrong ? 'compris-faux' : undefined}>{text}</span>}
        {warning !== null && <span class="compris-faux"> {warning}</span>}
        {proposal !== null && (
          <button type="button" class="bouton-texte" data-calendrier={proposal.calendrier}>
            Lire {quoted(proposal.text)} dans le calendrier républicain
          </button>
        )}
      </div>
    </>
  )
}
