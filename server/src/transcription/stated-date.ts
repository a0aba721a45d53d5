import { Temporal } from 'temporal-polyfill'

const DATE = /\b(\d{4}-\d{2}-\d{2})(?![\d-])/

/** The day in the notes of a WebVTT file (`NOTE Recorded 2026-03-05`), `YYYY-MM-DD`; null without one. */
export function statedDate(captions: string): string | null {
  const blocks = captions.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/)
  const dates = blocks.filter((block) => /^\s*NOTE\b/.test(block)).flatMap((note) => DATE.exec(note)?.[1] ?? [])
  return dates.find(isDay) ?? null
}

function isDay(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date)
}

/** Zoom writes UTC (`GMT20261126-103000`); others the local time, with or without separators. */
const IN_NAME =
  /(?<![\p{L}\d])(?<zone>GMT|UTC)?(?<year>20\d\d)[-._]?(?<month>[01]\d)[-._]?(?<day>[0-3]\d)(?:(?: at |[T ,_-]{1,3})(?<hour>[0-2]\d)[-:._h]?(?<minute>[0-5]\d)(?:[-:._]?(?<second>[0-5]\d))?)?(?!\d)/u

/**
 * The day in a file name (`2026-05-07 10-00-00.mkv`), `YYYY-MM-DD`; null if there is none.
 * @param timeZone IANA name, for names that state UTC.
 */
export function dayInFileName(fileName: string, timeZone: string): string | null {
  const { zone, year, month, day, hour = '12', minute = '00', second = '00' } = IN_NAME.exec(fileName)?.groups ?? {}
  if (year === undefined) return null
  try {
    const stated = Temporal.PlainDateTime.from(`${year}-${month}-${day}T${hour}:${minute}:${second}`)
    const local = zone === undefined ? stated : stated.toZonedDateTime('UTC').withTimeZone(timeZone)
    return local.toPlainDate().toString()
  } catch {
    return null
  }
}
