/** Control characters are illegal in XML and mean nothing in a text; line ends and tabs are spaces of their kind. */
const CONTROLS = /[^\P{Cc}\n\t]|[\uFFFE\uFFFF]/gu
const LINE_ENDS = /\r\n|[\r\u0085\u2028\u2029]/g

/** A copy in which no text holds what some format can't: control characters become spaces, lone surrogates U+FFFD. */
export function cleanTexts<T>(value: T): T {
  return clean(value) as T
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(LINE_ENDS, '\n').replaceAll(CONTROLS, ' ').toWellFormed()
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clean(inner)]))
}
