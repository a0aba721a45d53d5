import type { Counted } from './en.ts'

/** Fills in a text's places, `{day}` for `day`. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}

/** A number with its noun, in the plural that the language has for it. */
export function fillCount(forms: Counted, count: number, language: string): string {
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other
  return fill(form, { n: count.toLocaleString(language) })
}
