import type { Line } from './lines.ts'

/** A speaker with their company and the line that states it. */
export interface Person {
  name: string
  organisation: string | null
  /** The sentence that names the organization, otherwise the first one they speak. */
  line: number
}

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
/** People introduce themselves when they meet. */
const INTRODUCTIONS = 0.2
const NAME = String.raw`(\p{Lu}[\p{L}\p{N}&'’-]*(?: (?:of |and |& )?\p{Lu}[\p{L}\p{N}&'’-]*){0,3})`
/** "This is Dana Ruiz from Acme": a name and a company. */
const INTRODUCED = new RegExp(
  String.raw`\b(?:[Tt]his is|[Ii]t's|I'm|I am) (\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,2}),? (?:from|with|at|of) (?:the )?${NAME}`,
  'u',
)
/**
 * "I run sourcing at Acme", "I'm with Acme". "I'm from Ghent" and "I'm in Ghent" give a home town or a location
 * instead.
 */
const WORKS = new RegExp(
  String.raw`\bI(?:'m| am)? (?:with (?:the )?${NAME}|(?:run|manage|lead|head|look after|work|own|handle|the|an?)\b[^.?!]*?\b(?:at|for|with) (?:the )?${NAME})`,
  'u',
)
const NOT_A_COMPANY =
  /^(?:The|A|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|I|IT|HR|Sales|Marketing|Finance|Legal|Europe|Zoom|Teams|Google|Meet|Easter|Christmas)$/u
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const COUNTRIES = new Set(
  LETTERS.flatMap((first) => LETTERS.flatMap((second) => countries.of(`${first}${second}`) ?? [])),
)
const MOST_PEOPLE = 8

/** The named speakers, in order of their first line. */
export function getPeople(lines: readonly Line[]): Person[] {
  const speakers = [...new Set(lines.flatMap(({ speaker }) => speaker ?? []))]
  if (speakers.length > MOST_PEOPLE) return []
  const opening = lines.slice(0, Math.max(20, Math.ceil(lines.length * INTRODUCTIONS)))
  const small = new Set(lines.flatMap(({ text }) => text.match(/(?<![\p{L}])\p{Ll}[\p{L}'-]*/gu) ?? []))
  const isCompany = (name: string) =>
    !NOT_A_COMPANY.test(name) &&
    !COUNTRIES.has(name) &&
    !small.has(name.toLowerCase()) &&
    !speakers.some((speaker) => sharesWord(speaker, name))
  return speakers.map((name) => {
    for (const { speaker, tidied, index } of opening) {
      const [, who = '', from] = INTRODUCED.exec(tidied) ?? []
      const at = speaker === name ? WORKS.exec(tidied) : null
      const organisation = sharesWord(who, name) ? from : (at?.[1] ?? at?.[2])
      if (organisation !== undefined && isCompany(organisation)) return { name, organisation, line: index }
    }
    return { name, organisation: null, line: lines.findIndex(({ speaker }) => speaker === name) }
  })
}

function sharesWord(a: string, b: string): boolean {
  return a.split(' ').some((part) => b.split(' ').includes(part))
}

/** A name as used in a sentence: without title and without roles in brackets. */
export function shortName(name: string): string {
  const bare = name
    .replace(/\s*\([^)]*\)*/g, '')
    .replace(/^(?:right )?(?:(?:hon|mr|mrs|ms|dr|prof)\.\s*)+/i, '')
    .trim()
  return bare === '' ? name : bare
}

/** "Anna, Ben and Carl" */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
