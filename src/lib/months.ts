const long = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('fr-FR', { month: 'short', timeZone: 'UTC' })

/** The month of an ISO instant, 2026-11. */
export const monthOf = (instant: string): string => instant.slice(0, 7)

/** The last `n` months, that of `now` included, oldest first. */
export const lastMonths = (now: Date, n: number): string[] =>
  Array.from({ length: n }, (_, i) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (n - 1 - i), 1))
    return monthOf(first.toISOString())
  })

const firstDay = (month: string): Date => new Date(`${month}-01T00:00:00.000Z`)

/** « novembre 2026 » */
export const formatMonth = (month: string): string => long.format(firstDay(month))

/** « nov. » */
export const shortMonth = (month: string): string => short.format(firstDay(month))
