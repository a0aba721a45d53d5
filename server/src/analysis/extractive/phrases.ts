/** Alternatives of a pattern from a list with commas; each may itself be a pattern without commas. */
export function oneOf(list: string): string {
  return `(?:${list
    .trim()
    .split(/\s*,\s*/)
    .join('|')})`
}

/** Matches any phrase of a list as whole words, whatever the case. */
export function phrases(list: string, flags = 'i'): RegExp {
  return new RegExp(String.raw`\b${oneOf(list)}\b`, flags)
}

/** A text as a pattern that matches it letter by letter. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
