import type { Counted } from './en.ts'

/** Replaces a text's placeholders, `{day}` with `day`. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}

/** A number with its noun, in the language's plural form for it. */
export function fillCount(forms: Counted, count: number, language: string): string {
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other
  return fill(form, { n: count.toLocaleString(language) })
}
