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
