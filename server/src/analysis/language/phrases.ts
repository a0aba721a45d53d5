/** Regex alternatives from a comma-separated list; each may itself be a pattern without commas. */
export function oneOf(list: string): string {
  return `(?:${list
    .trim()
    .split(/\s*,\s*/)
    .join('|')})`
}

/** Matches any phrase of a list as whole words, ignoring case. */
export function phrases(list: string, flags = 'i'): RegExp {
  return new RegExp(String.raw`\b${oneOf(list)}\b`, flags)
}
