import { isConditional, isHypothetical } from './acts.ts'
import type { Line } from './lines.ts'
import { contentStems } from './words.ts'

/** How often each content word, as a stem, is said in a call. */
export type Mentions = ReadonlyMap<string, number>

/** Counts the content words of a call. */
export function mentionsIn(lines: readonly Line[]): Mentions {
  const counts = new Map<string, number>()
  for (const stem of lines.flatMap(({ stems }) => stems)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return counts
}

/** From so many mentions on, "the till" is what the call is about, and needs no explanation; in a short call fewer do. */
const TOPIC = { long: 4, short: 2, longFrom: 400 }
const DEFINITE = /^(?:the|this|that|these|those|his|her|their|its)\b/i
const SEASON = /^(?:spring|summer|autumn|fall|winter|season|future|past|phone|internet|web|weather)$/
/** "The list of forms" says which list. */
const SPECIFIED = /\b(?:of|for|from|in|on|per|with|about)\b/i
const SINGULAR_PERSON = new Set(['he', 'him', 'his', 'she', 'her', 'hers'])
/** "You can't have that", "Find your shop", "From me", "If you did": what is meant was said before. */
const LEANS =
  /^(?:you(?:'\w+)?|if|unless|actually|from (?:me|you|your|my)|with \p{Lu}|for (?:you|me|him|her|them)|on (?:my|your) side|\p{Lu}\p{Ll}+, (?:you|I|we)|the (?:other|first|second|last|next|same)|yours|ours|mine|theirs|that I|half past|quarter|for \S+ (?:that|it)'s)\b|\bthings?\b|\byou'd\b/iu
/** Of oneself, what is needed, wanted or refused belongs to the matter; the rest is talk. */
const TALKS_OF_ONESELF =
  /^I(?:'m|'d| am| would)?\b(?!(?:'ve| have)? (?:need|want|require|have to|must|can't|cannot|don't (?:want(?! to (?:say|talk|lie))|need|mind|buy|have)|won't|got to|have (?!to\b)))/
const SPOKEN =
  /\b(?:is|are|was|were|it's),|\btimes\b|\bpercent of\b|, (?:what|hello|hey|look|right)\b|\bI (?:fire|fired|looked|reckon)\b|\bguess\b/i

/** True where a sentence names what it is about, or the whole call is about it: nothing before it has to be known. */
export function isSelfContained(line: Line, mentions: Mentions): boolean {
  const { tidied, tokens, phrases } = line
  const [first] = tokens
  if (LEANS.test(tidied) || TALKS_OF_ONESELF.test(tidied) || SPOKEN.test(tidied)) return false
  if (isConditional(line.text) || isHypothetical(line.text)) return false
  if (
    (first?.pos === 'VERB' && !first.lower.endsWith('ing')) ||
    (first?.pos === 'NUM' && /^(?:AUX|VERB)$/.test(tokens[1]?.pos ?? ''))
  )
    return false
  if (!hasMainVerb(line) || !tokens.some(({ pos }) => pos === 'NOUN')) return false
  return (
    phrases.every(
      ({ text, head, proper }) =>
        proper || !DEFINITE.test(text) || SEASON.test(head) || SPECIFIED.test(text) || isTopic(text, mentions),
    ) &&
    tokens.every(
      ({ lower, start }) => !SINGULAR_PERSON.has(lower) || phrases.some(({ proper, end }) => proper && end <= start),
    )
  )
}

/** "Since we've had it on the one machine" has no main clause. */
const SUBORDINATE = /^(?:since|although|though|while|whereas|until|once|when|whenever|after|before|as soon as)\b/i

/** "Tuesday after Labor Day, because I need your count" is the rest of a sentence; so is a clause without its main one. */
function hasMainVerb({ tidied, tokens }: Line): boolean {
  const comma = tidied.indexOf(',')
  const isSubordinate = SUBORDINATE.test(tidied)
  return tokens.some(
    ({ pos, lower, start }) =>
      (isSubordinate ? comma >= 0 && start > comma : comma < 0 || start < comma) &&
      (pos === 'AUX' || (pos === 'VERB' && !lower.endsWith('ing'))),
  )
}

/** True for a noun phrase with a word that the call comes back to. */
export function isTopic(phrase: string, mentions: Mentions): boolean {
  const least = mentions.size < TOPIC.longFrom ? TOPIC.short : TOPIC.long
  return contentStems(phrase).some((stem) => (mentions.get(stem) ?? 0) >= least)
}
