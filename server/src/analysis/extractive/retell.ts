import { shortName } from './speakers.ts'

interface Roles {
  /** Who said it. */
  speaker: string | null
  /** Whom "you" means; null: unknown. */
  listener: string | null
  /** Who does what is told; always spoken of as "they". */
  doer: string | null
}

/** What may follow "you" where it is no subject. */
const AFTER_OBJECT = String.raw`(?=\s*(?:$|[.,;:?!]|(?:a|an|the|my|our|your|some|any|all|this|that|these|those|to|through|in|on|by|with|for|and|or|up|back|how|what|when|where|at|from|as|about|over|of|into|it|one|two|next|tomorrow|today|tonight|later|soon|again|early|(?:mon|tues|wednes|thurs|fri|satur|sun)day|if|whether|once|until|after|before|via|\w+ing)\b))`
const CONTRACTED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:I'm|I am|we're|we are|you're|you are)\b/gi, 'they are'],
  [/\bI was\b/gi, 'they were'],
  [/\b(?:I|we|you)'ve\b/gi, "they've"],
  [/\b(?:I|we|you)'ll\b/gi, "they'll"],
  [/\b(?:I|we|you)'d\b/gi, "they'd"],
]

/** Puts spoken words into the mouth of a third person: "my budget" → "their budget"; "me" becomes the speaker's name where another acts. */
export function retold(text: string, { speaker, listener, doer }: Roles): string {
  const me = speaker !== null && speaker !== doer ? shortName(speaker) : null
  const you = listener !== null && listener !== doer ? shortName(listener) : null
  return CONTRACTED.reduce((told, [pattern, replacement]) => told.replace(pattern, replacement), text)
    .replace(new RegExp(String.raw`\byou(?: guys| all| both| two)?\b${AFTER_OBJECT}`, 'gi'), you ?? 'them')
    .replace(/\b(?:I|we|you(?: guys| all| both| two)?)\b/gi, 'they')
    .replace(/\bmyself\b/gi, me ?? 'themselves')
    .replace(/\b(?:ourselves|yourself|yourselves)\b/gi, 'themselves')
    .replace(/\bmy\b/gi, me === null ? 'their' : `${me}'s`)
    .replace(/\bme\b/gi, me ?? 'them')
    .replace(/\b(?:our|your)\b/gi, 'their')
    .replace(/\b(?:ours|yours|mine)\b/gi, 'theirs')
    .replace(/\bus\b/g, 'them')
}
