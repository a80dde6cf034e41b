import type { CalendarType } from '../../../lib/dates.ts'
import { quoted } from '../../../lib/typo.ts'
import { PageHead } from '../../../ui/page.tsx'
import type { DateEcho } from '../rules/date-echo.ts'

export const DATE_TITLE = 'Comprendre une date'

const CALENDARS: Record<CalendarType, string> = {
  gregorien: 'grégorien',
  julien: 'julien',
  republicain: 'républicain',
}

/** Under a date that is being typed: what it was understood as, or why not, and the calendar in which it reads. */
export function DateEchoPage({ echo, warning }: { echo: DateEcho; warning: string | null }) {
  const { text, isWrong, remark, proposal, becomes } = echo
  return (
    <>
      <PageHead title={DATE_TITLE} />
      <div data-echo data-devient={becomes?.text} data-devient-calendrier={becomes?.calendrier}>
        {text !== '' && <span class={isWrong ? 'compris-faux' : undefined}>{text}</span>}
        {remark !== null && <span class="compris-faux"> {remark}</span>}
        {warning !== null && <span class="compris-faux"> {warning}</span>}
        {proposal !== null && (
          <button type="button" class="bouton-texte" data-calendrier={proposal.calendrier}>
            {proposal.text === null
              ? `Revenir au calendrier ${CALENDARS[proposal.calendrier]}`
              : `Lire ${quoted(proposal.text)} dans le calendrier ${CALENDARS[proposal.calendrier]}`}
          </button>
        )}
      </div>
    </>
  )
}
