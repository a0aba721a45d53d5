import { oneOf } from '../language/phrases.ts'

const HESITATION = /(?:,\s*)?(?<![\w'-])(?:u[hm]+|uhm|erm?|hm+|mm+|mhm|mm-hmm|uh-huh|ah|oh|eh|huh)(?![\w'-])[,.…]*/gi
const ASIDE =
  /(?:,\s*)?\b(?:you know|i mean|you see)\b(?:\s*,|(?=\s*$|\s*[.?!]$))|,\s*(?:like|well|let's see|what do you call it|i don't know|i would say|i'd say|for sure|honestly|actually|basically),(?=\s)/gi
const REAL_KINDS = oneOf(
  'what, which, this, that, these, those, some, any, each, every, one, same, a, the, other, different, new, right, best, our',
)
const HEDGE = new RegExp(String.raw`(?<!\b${REAL_KINDS}\s)\b(?:sort|kind) of\s+`, 'gi')
const BROKEN_OFF = /(?<![\w-])[\w']+-(?=[\s,.?!]|$),?/g
const REPEAT = /(?<![\w'-])([a-z][\w']*(?:\s+[\w']+){0,3})(?:\s*[,.…-]*\s+\1)+(?![\w'-])/gi
const SHORT_WORDS =
  oneOf(`a, i, an, as, at, be, by, do, go, he, her, his, if, in, is, it, me, my, no, of, on, or, so, the, to, up, us, we,
  hi, oh, ok, am`)
const STUTTER = new RegExp(String.raw`(?<![\w'-])(?!${SHORT_WORDS}\s)([a-z]{1,2})\s+(?=\1[a-z])`, 'gi')
const LONE_LETTER = /(?<![\w'.-])[b-hj-z]\s+(?=[a-z])|^[B-HJ-Z]\s+(?=I\b|[a-z])/g
/** A capital in mid-sentence where no name can be: the speaker restarted there. */
const NEW_START = new RegExp(
  String.raw`(?<=[a-z,]|\bI)\s+(?=${oneOf(`The, So, We, That, It, You, And, But, If, When, What, They, There, This, These, Or, He, She, Then,
  Because, Yeah, Well, Very, Like, Just, Is, Are`)}(?:'\w+)?\s)`,
  'g',
)
/** "I think I can" is not a restart. */
const LEADS_ON = oneOf(
  'think, thought, know, knew, hope, hoped, say, said, believe, guess, feel, felt, wish, mean, suppose, reckon, figured, told, bet, see, assume, wonder, wondered, guarantee, promise, understand',
)
const RESTARTS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`\b(i|we|they|he|she) (?!${LEADS_ON}\b)[\w']+,? (?=\1 \w)`, 'gi'), ''],
  [
    /(?<!\b(?:[Ss]o|[Ii]f|[Ww]hen|that|because|as|since|once|until) )\b(I|[Ww]e|[Tt]hey|[Yy]ou|[Hh]e|[Ss]he|[Ii]t)'(?:m|re|ve|ll|d|s)(?: [a-z']+)?, (?=\1\b)/g,
    '',
  ],
  [/^(?:I|we|you|they) (?:have|had|got|need|mean|want|are|were), (?=(?:the|our|my|it|it's|we|I|I'd|that's)\b)/i, ''],
  [/\b(?:i|we|they|he|she|you|it)\s+(?=(?:i|we|they|he|she|you)(?:'\w+)?\s)/gi, ''],
  [/\b((?:the|an?|our|my|your|their) [\w-]+),? (?=\1\b)/gi, ''],
  [/\b(?:the|a|an)\s+(?=(?:the|a|an|they|we|he|she|it|this|that|these|those|i)\s)/gi, ''],
  [/\b(?:of|to|for|with|from|by|at)\s+(?=(?:of|for|with|from|by|at)\s)/gi, ''],
]
const OPENING_WORDS =
  oneOf(`so, and, but, or, yeah, yep, yes, yup, okay, ok, alright, all right, anyway, well, right, now, look, listen, sure,
  great, good, perfect, exactly, agreed, cool, nice, honestly, basically, actually, obviously, also, then, no, like, see, hello, hi,
  hey, thanks, thank you, please, sorry, first of all, you know, i mean, let's see, of course`)
const BARE_OPENERS = oneOf("so, and, but, or, yeah, yep, yes, okay, ok, alright, anyway, plus, '?cause, because, well")
const OPENERS = new RegExp(
  String.raw`^(?:${OPENING_WORDS}\s*[,.!…—-]+\s*|${BARE_OPENERS}\s+(?!(?:far|long|much|many|of)\b))`,
  'i',
)
const TAILS = new RegExp(
  String.raw`[\s,]*\b${oneOf(`you know, i mean, right, yeah, okay, ok, or something(?: like that)?, and stuff(?: like that)?, and so on,
  and everything, or whatever, i guess, so yeah, isn't it`)}\s*[?.!]*$`,
  'i',
)
const DANGLING = new RegExp(
  String.raw`[\s,;:–]+${oneOf(`and, but, or, so, because, that, the, a, an, of, to, for, with, in, on, at, if, is, was, are, were, i, we, they, my,
  our, your, their, like, very, which, what, who, can, could, will, would, should, it's, i'm, be, been, just, also, as, by, from, than,
  then, i'd, we'd, they'd, i'll, we'll, i've, we've`)}$`,
  'i',
)
/** "Find out what the price is" is complete as it ends. */
const ASKS_AT_END = /\b(?:what|how|which|who|where|when) (?:[\w'-]+ ){1,5}(?:is|are|was|were)[.?!]*$/i

/** Word sequences of broken-off speech that no rule repaired. */
const BROKEN = [
  /\b(?:the|a|an)\s+(?:the|a|an|they|we|he|she|it|this|that|these|those|is|are|was|were|and|or|of|to|i)\b/i,
  /\b(?:i|we|they|he|she)\s+(?:i|we|they|he|she|it)\b/i,
  /\b(?:would|could|can|will|should|must|to|did not|does not|do not|cannot)\s+(?:had|was|were|is|are|has|been)\b/i,
  /\b(?:of|to|for|with|from|by|at)\s+(?:of|for|with|from|by|at|is|was|are)\b/i,
  /\b(\w+)[, ]+\1\b(?!-)/i,
  /\b(?:um|uh|er|erm|you know|i mean)\b/i,
  /^(?:\S+ ){1,3}(?:who|which) (?:\S+ ?){1,6}\.$/,
  /\b(?:it is|it's|that is|that's|means|the|an?|my|our|your|their), /i,
  /\b\w-\s|\.\.\.|…|\[|\]/,
  /^(?:so|and|but|or|yeah|yes|no|okay|ok|well|right|oh|like|because|alright|anyway)\b/i,
]

/** True for sentences that no rule repaired: broken word sequences, and beginnings that only answer. */
export function isBroken(text: string): boolean {
  return BROKEN.some((pattern) => pattern.test(text))
}

/**
 * Makes a spoken sentence readable: drops hesitations, repeats, broken-off words, openers and dangling ends; the
 * remaining words are the speaker's, in their order.
 */
export function tidy(spoken: string): string {
  let text = spoken.replaceAll('’', "'").replace(/\s+/g, ' ').trim()
  text = text.replace(/\s*(?:\[[^\]]*\]|<[^>]*>)\s*/g, ' ')
  text = text
    .replace(/\bgonna\b/gi, 'going to')
    .replace(/\bwanna\b/gi, 'want to')
    .replace(/\bgotta\b/gi, 'got to')
    .replace(/(?<!\w)'cause\b/gi, 'because')
    .replace(/\bfifty fifty\b/gi, 'fifty-fifty')
    .replace(HESITATION, ' ')
    .replace(ASIDE, ' ')
    .replace(HEDGE, '')
    .replace(BROKEN_OFF, ' ')
    .replace(/\s+/g, ' ')
  text = untilStable(text, (now) => now.replace(REPEAT, '$1').replace(STUTTER, '').replace(LONE_LETTER, ''))
  text = longest(text.split(NEW_START))
  for (const [pattern, replacement] of RESTARTS) text = text.replace(pattern, replacement)
  text = untilStable(text.trim(), (now) => now.replace(/^[\s,.;:!?—–-]+/, '').replace(OPENERS, ''))
  // A full stop shows that the speaker finished; only a cut-off sentence loses its loose end.
  const whole = /[.?!]["')]?$/.test(spoken.trim()) && !/(?:--|\.\.\.|…)[.?!"')]*$/.test(spoken.trim())
  const mark = /\?["')]?$/.test(text) ? '?' : '.'
  text = untilStable(text, (now) =>
    now
      .replace(/[\s,.;:!?—–-]+$/, '')
      .replace(TAILS, '')
      .replace(DANGLING, (end) => (whole || ASKS_AT_END.test(now) ? end : '')),
  )
  text = text
    .replace(/\s+([,.?!;:])/g, '$1')
    .replace(/,(?=[,.?!])/g, '')
    .replace(/\bi(?=$|[\s,.]|'(?:m|ll|ve|d)\b)/g, 'I')
  return text === '' ? '' : text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]["')]$/.test(text) ? '' : mark)
}

function longest(parts: readonly string[]): string {
  return parts.reduce((best, part) => (part.length > best.length ? part : best), '')
}

function untilStable(text: string, change: (text: string) => string): string {
  let [before, after] = [text, change(text)]
  while (after !== before) [before, after] = [after, change(after)]
  return after
}

/** A sentence without its full stop. */
export function withoutStop(text: string): string {
  return text.replace(/[.]$/, '')
}
