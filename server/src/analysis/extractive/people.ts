import type { Line } from './lines.ts'

/** A speaker with where they work, where they said it. */
export interface Person {
  name: string
  organisation: string | null
  /** Sentence in which the organisation is named, else the first one they speak. */
  line: number
}

/** People say who they are when they meet. */
const INTRODUCTIONS = 0.2
const NAME = String.raw`(\p{Lu}[\p{L}\p{N}&'’-]*(?: (?:of |and |& )?\p{Lu}[\p{L}\p{N}&'’-]*){0,3})`
const SAYS_WHO =
  /\b(?:I(?:'m| am| run| manage| lead| head| look after| work| own| handle)|it's \p{Lu}|this is|speaking|(?:here|we're|we are) (?:at|from))\b/u
const AT = new RegExp(String.raw`\b(?:at|from|with|for|of) (?:the )?${NAME}`, 'gu')
const NOT_A_COMPANY =
  /^(?:The|A|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|I|IT|HR|Sales|Marketing|Finance|Legal|England|Scotland|Ireland|Germany|France|Norway|America|Europe|London|Paris|Berlin|York|Zoom|Teams|Google|Meet|Easter|Christmas)$/u
/** "Rafael Quintana from Acme", said of another. */
const MOST_PEOPLE = 8

/** The named speakers in the order in which they first speak. */
export function peopleOf(lines: readonly Line[]): Person[] {
  const speakers = [...new Set(lines.flatMap(({ speaker }) => speaker ?? []))]
  if (speakers.length > MOST_PEOPLE) return []
  const opening = lines.slice(0, Math.max(20, Math.ceil(lines.length * INTRODUCTIONS)))
  const small = new Set(lines.flatMap(({ text }) => text.match(/(?<![\p{L}])\p{Ll}[\p{L}'-]*/gu) ?? []))
  return speakers.map((name) => {
    for (const line of opening) {
      if (line.speaker !== name) continue
      if (!SAYS_WHO.test(line.tidied)) continue
      const organisation =
        [...line.tidied.matchAll(AT)].map(([, found = '']) => found).findLast((found) => !NOT_A_COMPANY.test(found)) ??
        null
      const isPerson =
        organisation !== null &&
        speakers.some((speaker) => speaker.split(' ').some((part) => organisation.split(' ').includes(part)))
      if (
        organisation !== null &&
        !isPerson &&
        !NOT_A_COMPANY.test(organisation) &&
        !small.has(organisation.toLowerCase())
      )
        return { name, organisation, line: line.index }
    }
    return { name, organisation: null, line: lines.findIndex((line) => line.speaker === name) }
  })
}

/** A name as a sentence can hold it: without form of address and without roles in brackets. */
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
