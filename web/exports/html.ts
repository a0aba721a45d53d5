/** Markup in which every text is escaped. `html` makes it; by hand only from constants. */
export interface Html {
  readonly markup: string
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A tag for templates of markup: texts are escaped, for elements and quoted attributes; null is nothing. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | readonly Html[] | null)[]): Html {
  return { markup: parts.map((part, index) => part + markupOf(values[index] ?? null)).join('') }
}

function markupOf(value: string | Html | readonly Html[] | null): string {
  if (value === null) return ''
  if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}
