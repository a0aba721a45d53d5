/** Calendar days, both inclusive, as `YYYY-MM-DD`. */
interface DayRange {
  first: string
  last: string
}

const PREFIX = /^([12]\d{0,3})(?:(?<=\d{4})-(\d{0,2}))?(?:(?<=-\d\d)-(\d{0,2}))?$/

/**
 * The days of the years 1000 to 2999 that match a typed prefix: `202` matches ten years, `2026-11-2` ten days.
 * @returns null if no day does.
 */
export function daysBeginningWith(prefix: string): DayRange | null {
  const [, year, month = '', day = ''] = PREFIX.exec(prefix) ?? []
  if (year === undefined) return null
  const [firstYear, lastYear] = [year.padEnd(4, '0'), year.padEnd(4, '9')]
  const months = numbersBeginningWith(month, 12)
  const [firstMonth, lastMonth] = [months.at(0), months.at(-1)]
  if (firstMonth === undefined || lastMonth === undefined) return null
  const days = numbersBeginningWith(day, daysIn(lastYear, lastMonth))
  const [firstDay, lastDay] = [days.at(0), days.at(-1)]
  if (firstDay === undefined || lastDay === undefined) return null
  return { first: `${firstYear}-${firstMonth}-${firstDay}`, last: `${lastYear}-${lastMonth}-${lastDay}` }
}

/** Those of `01`, `02` and so on that begin with the digits. */
function numbersBeginningWith(digits: string, last: number): string[] {
  return Array.from({ length: last }, (_, index) => String(index + 1).padStart(2, '0')).filter((number) =>
    number.startsWith(digits),
  )
}

function daysIn(year: string, month: string): number {
  return new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
}
