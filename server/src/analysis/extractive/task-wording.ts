import { isAboutTheCall, isConfidential, refuses, retracts } from './acts.ts'
import { isBroken } from './clean.ts'
import type { Line } from './lines.ts'
import { antecedent, asKnown, DOCUMENTS } from './noun-phrases.ts'
import { shortName } from './people.ts'
import type { Commitment } from './settle.ts'
import { asDeadline, deadlinesIn } from './deadlines.ts'
import { contentStems, wordsOf } from './words.ts'

const FEWEST_WORDS = 2
const MOST_WORDS = 30
/** Where a task ends and the talk goes on. */
const GOES_ON = new RegExp(
  String.raw`(?:[,;]|\s--?)?\s+(?:because|'cause|so (?:that )?(?:you|he|she|they|we|I|it|one|everybody|everyone|people|that)\b|since|although|though|unless|if|but|when (?:I|you|we|they|he|she|it)\b|while|before (?:you|he|she|they) (?!next|speak|meet|talk)|as (?:I|we|you) |which|and \p{L}+, (?:can|could|would|will)\b|and (?:I|we|you|he|she|they|it|then (?:I|we|you|they|he|she|it)|that|there|this|maybe|see|say)\b|or (?:I|we|you|so|something|whatever)\b|okay\b|right\b(?! after)|yeah\b|you know\b|I guess\b|I think\b|for (?:me|us)\b|like,).*|,\s+(?:I|we|you|he|she|they|it|that|there|this|no|so|what|who|when|how|where|is|are|did|does|sorry|actually|well|okay|yes|the one)(?:'\w+)?\s.*|\s*(?:--|\.\.\.|…|[?!;]).*`,
  'isu',
)
const TRAILING =
  /[\s,;:.–—-]+$|\s+(?:and|or|to|the|a|of|with|for|in|on|at|by|also|too|yes|yeah|no|okay|then|now|just|anyway|instead|again|first|actually|quickly|please|though|really|right away)$/i
const PRONOUNS = new Set(['it', 'that', 'this', 'them', 'these', 'those', 'one'])
const PEOPLE = /\b(?:I|me|you|we|us|he|him|she|they|myself|ourselves|yourself|mine|ours|yours|theirs|hers)\b/i
const VAGUE = /\b(?:something|anything|somebody|someone|anybody|everything|whatever|bit)\b/i
const BARE_PRONOUN =
  /\b(?:it|them|there|here|thing|things|stuff)\b|\b(?:that|this|these|those|one|what|who)\b(?![\s-]+[\w'])|\b(?:that|this|these|those)\b(?=\s+(?:to|up|out|off|over|back|by|on|in|for|with|from|at|and|or|as|into|through|around|now|again|too|also)\b)/i

/** A task in words that stand alone. */
export interface Wording {
  /** From the verb on, without day: "send the floor plan to Tomasz". */
  task: string
  /** What belongs to it, in brackets, or the sentence that says what it is about; may be empty. */
  addition: string
  /** `task` is what its owner said, word for word. */
  isQuoted: boolean
  /** Its object is only in the sentence that is quoted with it. */
  isOpen: boolean
  /** "by Friday lunchtime"; null: no day was said. */
  due: string | null
  /** Sentences that its nouns come from. */
  lines: number[]
}

/**
 * Words a commitment so that a reader who wasn't there could do it. Where its object is only "that" or "the list", the
 * sentence that says what is meant is quoted with it.
 * @param speakers all of the call's; null among them: words whose speaker is unknown.
 * @returns null where object or receiver stay unclear.
 */
export function wordTask(
  commitment: Commitment,
  lines: readonly Line[],
  speakers: ReadonlySet<string | null>,
): Wording | null {
  const { proposal, owner } = commitment
  const line = lines[proposal.line]
  if (line === undefined || owner === null) return null
  const used: number[] = []
  const text = trimmed(resolved(commitment, line, lines, speakers, used))
  const words = wordsOf(text)
  if (
    (words.length < FEWEST_WORDS && !OPEN_DEED.test(text)) ||
    words.length > MOST_WORDS ||
    PEOPLE.test(text) ||
    VAGUE.test(text)
  )
    return inOwnWords(commitment, line, lines)
  const isOpen = OPEN_DEED.test(text) || leavesOpen(text, line) || !namesSomething(text, line, used.length > 0)
  const detail = detailAfter(proposal.line, lines)
  const object = objectOf(text)
  const context =
    isOpen || object.size <= BARE || ASKING.test(text)
      ? contextOf(commitment, lines)
      : object.size <= SHORT
        ? contextOf(commitment, lines, object)
        : null
  const list = context === null && detail === null ? listAfter(commitment, lines) : null
  if (/^have\b/i.test(text) && object.size <= BARE && context === null && list === null && detail === null) return null
  if (isOpen && context === null) return inOwnWords(commitment, line, lines)
  if (detail !== null) used.push(proposal.line + 1)
  if (context !== null && (isOpen || detail === null)) used.push(...context.lines)
  if (list !== null) used.push(list.line)
  const quoted = context !== null ? `“${context.text}”` : list !== null ? `“${list.text}”` : ''
  const addition = [isOpen || detail === null ? quoted : '', detail ?? ''].filter((part) => part !== '').join('; ')
  return {
    task: text,
    addition: addition === '' ? '' : ` (${addition})`,
    due: commitment.due === null ? null : asDeadline(commitment.due),
    lines: used,
    isOpen,
    isQuoted: false,
  }
}

const OWN_WORDS = { mostWords: 24 }

/** A dated promise that can't be worded otherwise, as it was said, with what it is about. */
function inOwnWords(commitment: Commitment, line: Line, lines: readonly Line[]): Wording | null {
  const { proposal, owner, due } = commitment
  if (
    due === null ||
    proposal.kind !== 'promise' ||
    owner !== line.speaker ||
    VAGUE.test(line.tidied) ||
    wordsOf(line.tidied).length > OWN_WORDS.mostWords
  )
    return null
  const context = contextOf(commitment, lines)
  if (context === null) return null
  const isDated = deadlinesIn(line.tidied).length > 0
  return {
    task: `“${line.tidied.replace(/[.]$/, '')}”`,
    addition: context === null ? '' : ` (about: “${context.text}”)`,
    due: isDated ? null : asDeadline(due),
    lines: context?.lines ?? [],
    isOpen: true,
    isQuoted: true,
  }
}

/** The words from the verb on, with receivers by name and pronouns replaced where it is clear by what. */
function resolved(
  commitment: Commitment,
  line: Line,
  lines: readonly Line[],
  speakers: ReadonlySet<string | null>,
  used: number[],
): string {
  const { proposal } = commitment
  const said = withoutCall(
    withoutDays(plainVerb(joined(line, proposal.start, lines), proposal.verb).replace(GOES_ON, '')),
    speakers,
  )
  const topic = leftTopic(line, proposal.start)
  const { task, tail } = rightTopic(
    withReceivers(
      said,
      commitment,
      /\b(?:two|both)\b/.test(said) ? personNamed(lines, proposal.line, speakers) : null,
      speakers,
    ),
  )
  const noun = (plural: boolean): string | null => {
    if (topic !== null) return asKnown(topic)
    if (tail !== null) return tail
    const found = antecedent(lines, proposal.line, proposal.start, { plural, verb: proposal.verb })
    if (found === null) return null
    used.push(found.line)
    return asKnown(found.text)
  }
  const named = (before: string) =>
    line.phrases.some((phrase) => phrase.start >= proposal.start && before.toLowerCase().includes(bareOf(phrase.text)))
  const text = replacePronouns(task, noun, topic === null ? named : () => false)
  const whole = tail !== null && text === task ? `${text}, ${tail}` : text
  return `${whole.charAt(0).toLowerCase()}${whole.slice(1)}`
}

/** "do that", "ask": nobody knows what without what was said before. */
const OPEN_DEED = /^(?:(?:do|make|handle|sort|take) (?:it|that|this|them)\b|(?:ask|check|find out|look)$)/i

/** The content words of a task besides its verb and names. */
function objectOf(text: string): ReadonlySet<string> {
  return new Set(contentStems(text.replace(/^\S+\s*/, '').replace(/\b\p{Lu}\p{Ll}+\b/gu, '')))
}

/** With so few words nobody can tell which is meant ("the list"); with so few a sentence about the same thing helps. */
const BARE = 1
const SHORT = 3
/** What is asked matters more than who is asked. */
const ASKING =
  /^(?:ask|check|find out|confirm|clarify|talk to|speak to|look into)\b(?!.*\b(?:whether|if|what|how|which|when|about)\b)/i
const CONTEXT = { lines: 12, before: 6, after: 3, fewestStems: 3, mostWords: 26 }

const ASKS = /\b(?:can|could|would|will) you\b/i
const GARBLED =
  /\b(?:the|an?|in|of|is|was) (?:it's|that's|it is|I|we|they)\b|\bI don't know\b|\bI dunno\b|\byou know\b|,? no, (?:sorry|it's)\b|\b(?:bloody|crap|hell|damn)\b/i

/** Somebody's own next task says nothing of this one. */
const ANOTHER_TASK = /\b(?:I|we)(?:'ll| will)\b/i

/**
 * The sentences nearby that say best what a task is about: one before it, and one of its owner's after it.
 * @param about words of which one must be in them; null: any may.
 */
function contextOf(
  { proposal, owner }: Commitment,
  lines: readonly Line[],
  about: ReadonlySet<string> | null = null,
): { text: string; lines: number[] } | null {
  const depth = lines[proposal.line]?.depth ?? 0
  const worth = (line: Line) =>
    Math.min(line.stems.length, 5) * 0.5 +
    line.phrases.length * 0.4 +
    (line.phrases.some(({ head }) => DOCUMENTS.has(head)) ? 0.5 : 0)
  const usable = (line: Line) =>
    line.index !== proposal.line &&
    (about === null || line.stems.some((stem) => about.has(stem))) &&
    !(line.speaker === owner && ASKS.test(line.tidied)) &&
    line.stems.length >= CONTEXT.fewestStems &&
    wordsOf(line.tidied).length <= CONTEXT.mostWords &&
    !ANOTHER_TASK.test(line.tidied) &&
    !isBroken(line.tidied) &&
    !GARBLED.test(line.tidied) &&
    !isAboutTheCall(line.text) &&
    !isConfidential(line.text) &&
    !retracts(line.text) &&
    !refuses(line.text) &&
    !/(?:--|\.\.\.|…)\s*$/.test(line.text)
  const before = lines
    .slice(Math.max(0, proposal.line - CONTEXT.lines), proposal.line)
    .filter((line) => usable(line) && depth - line.depth <= CONTEXT.before)
  const after = lines
    .slice(proposal.line + 1, proposal.line + 1 + CONTEXT.after)
    .filter((line) => usable(line) && line.speaker === owner && deadlinesIn(line.tidied).length === 0)
  const [first] = before
    .map((line) => ({ line, score: worth(line) + (line.speaker !== owner ? 0.8 : 0) - (depth - line.depth) }))
    .toSorted((a, b) => b.score - a.score)
  const [second] = after.map((line) => ({ line, score: worth(line) - 0.5 })).toSorted((a, b) => b.score - a.score)
  const chosen = [about === null || first !== undefined ? first : undefined, second]
    .filter((found) => found !== undefined)
    .filter(({ score }) => score >= LEAST_CONTEXT)
  return chosen.length === 0
    ? null
    : {
        text: chosen.map(({ line }) => line.tidied.replace(/[.]$/, '')).join(' … '),
        lines: chosen.map(({ line }) => line.index),
      }
}

const LEAST_CONTEXT = 1

/** "sending you the list", "flick it to you", "have it": the verb that a note would have. */
function plainVerb(text: string, verb: string): string {
  return text
    .replace(
      /^(?:flick|shoot|pop|fire|sling|bung|ping|drop|get) (?=(?:it|that|them|this|those|one) (?:over |across )?to you\b|you (?:the|an?|it|that|those)\b)/i,
      'send ',
    )
    .replace(/^(?:have|get) (?=(?:it|that|them|this|the|an?)\b)/i, verb === 'send' ? 'send ' : '$&')
    .replace(/^\w+ing\b/, verb)
}

const SAME_PERSON =
  /,?\s+and\s+(?:then\s+)?I(?:'ll| will)?\s+(?=(?:send|email|share|get|give|bring|put|write|forward|copy|ask|show|call)\b)/gi

/** The words from the verb on; "and I'll send it" goes on with the same person. */
function joined(line: Line, start: number, lines: readonly Line[]): string {
  const rest = line.tidied.slice(start)
  const next = lines[line.index + 1]
  const goesOn =
    next?.speaker === line.speaker &&
    next.segmentIds[0] === line.segmentIds.at(-1) &&
    !isConfidential(next.text) &&
    /^and,?\s+I\b/i.test(next.text)
  return `${rest.replace(/[.]$/, '')}${goesOn ? ` and ${next.tidied}` : ''}`.replace(SAME_PERSON, ' and ')
}

/** "The replenishment part, I'll make a recording of it": what is named before the clause. */
function leftTopic(line: Line, start: number): string | null {
  const before = /^(?<topic>(?:the|that|this|your|our|my)\s[^,]{3,40}),\s+(?:I|we)\b/i.exec(line.tidied)
  return before?.groups?.['topic'] !== undefined && before[0].length < start ? before.groups['topic'] : null
}

/** "run it out of Packhorse, six weeks of pick lines": the object named after the clause. */
function rightTopic(text: string): { task: string; tail: string | null } {
  const match =
    /^(?<task>[^,]*\b(?:it|that|this|them)\b[^,]*),\s+(?<tail>(?:(?:the|an?|six|two|three|four|five|ten|our|your|all)\s)[^,]{3,60})(?:,.*)?$/i.exec(
      text,
    )
  const tail = match?.groups?.['tail']?.replace(/[.\s]+$/, '') ?? ''
  return match?.groups && !/\b(?:minutes?|hours?|days?|seconds?)\b/i.test(tail)
    ? { task: match.groups['task'] ?? text, tail }
    : { task: text, tail: null }
}

/** "Send me the report, Ben": who is called is no part of the task. */
function withoutCall(text: string, speakers: ReadonlySet<string | null>): string {
  const called = /,\s+([^\s,]+)[\s.?!]*$/.exec(text)
  return called !== null && [...speakers].some((speaker) => speaker?.split(' ')[0] === called[1])
    ? text.slice(0, called.index)
    : text
}

function withoutDays(text: string): string {
  let plain = text
    .replace(/,\s+or\b,?\s.*$/i, '')
    .replace(/,\s+(?:only\s[^,]*?|(?:\w+|\d+) (?:minutes?|hours?|seconds?))(?=,| and\b|$)/gi, '')
  for (const day of deadlinesIn(plain).toReversed()) plain = `${plain.slice(0, day.start)}${plain.slice(day.end)}`
  return plain.replace(/\s+/g, ' ').replace(/\s+,/g, ',').replace(/,\s*,/g, ',')
}

/** Says to whom by name; where that is unclear, the receiver is left out. */
function withReceivers(
  text: string,
  { proposal, owner, to }: Commitment,
  third: string | null,
  speakers: ReadonlySet<string | null>,
): string {
  const isAsked = owner !== proposal.speaker
  const listener = isAsked ? null : to
  const first = listener === null ? null : shortName(listener)
  const asker = isAsked && proposal.speaker !== null ? shortName(proposal.speaker) : null
  return text
    .replace(
      /\b(?:the two of you|you two|you both)\b/gi,
      first === null ? 'everybody' : `${first} and ${third ?? 'them'}`,
    )
    .replace(/\b(?:to|with|for|from) you (?:all|both|guys|two)\b/gi, 'to everybody')
    .replace(/\byou (?:all|both|guys|two)\b/gi, 'everybody')
    .replace(/\s\b(to|with|from) (?:you|your side|you guys)\b/gi, (_, preposition: string) =>
      first === null ? '' : ` ${preposition} ${first}`,
    )
    .replace(/\s\bfor you\b/gi, first === null ? '' : ` for ${first}`)
    .replace(/^(\w+(?: up| over| back)?) you (?=\w)/i, first === null ? '$1 ' : `$1 ${first} `)
    .replace(/\b(and \w+) you (?=\w)/gi, first === null ? '$1 ' : `$1 ${first} `)
    .replace(/\byour\b/gi, speakers.size === 2 && first !== null ? `${first}'s` : 'the')
    .replace(/\s\b(to|with|from|for) (?:me|us)\b/gi, (_, preposition: string) =>
      asker === null ? '' : ` ${preposition} ${asker}`,
    )
    .replace(/^(\w+(?: up| over| back)?) (?:me|us) (?=\w)/i, asker === null ? '$1 ' : `$1 ${asker} `)
    .replace(/\b(?:my|our|their|his|her|its)\b(?! own)/gi, 'the')
    .replace(/\s+/g, ' ')
}

const PEOPLE_REACH = 16

/** Somebody outside the call who was named last, by first and last name. */
function personNamed(lines: readonly Line[], at: number, speakers: ReadonlySet<string | null>): string | null {
  for (const line of lines.slice(Math.max(0, at - PEOPLE_REACH), at + 1).toReversed()) {
    const name =
      /(?:^|\b(?:to|with|is|called|named|meet|know|ask|connect you (?:with|to)) )(\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+)\b/u.exec(
        line.tidied,
      )?.[1]
    if (name !== undefined && !speakers.has(name)) return name
  }
  return null
}

/** Replaces what stands for a noun; `noun` tells which, null: unknown. What can't be replaced stays, and is seen later. */
function replacePronouns(
  text: string,
  noun: (plural: boolean) => string | null,
  hasNoun: (before: string) => boolean,
): string {
  let known: string | null = null
  return text.replace(
    /\b(it|that|this|them|these|those|one)\b(?=(?<next>[^\w]*\w*))/gi,
    (found: string, _word: string, next: string, at: number) => {
      const follows = next.trim().toLowerCase()
      const isDeterminer =
        /^(?:that|this|these|those|one)$/i.test(found) && /^\w/.test(follows) && !FOLLOWS_PRONOUN.test(follows)
      if (isDeterminer || !PRONOUNS.has(found.toLowerCase())) return found
      const plural = /^(?:them|these|those)$/i.test(found)
      if (known !== null || hasNoun(text.slice(0, at))) return found
      known = noun(plural)
      return known ?? found
    },
  )
}

const FOLLOWS_PRONOUN =
  /^(?:to|up|out|off|over|back|by|on|in|for|with|from|at|and|or|as|into|through|around|together|along|separately|tonight|today|tomorrow|next|before|after|when|if|right|now|again|too|all|down)$/

function trimmed(text: string): string {
  let [before, after] = ['', text.trim()]
  while (before !== after) [before, after] = [after, after.replace(TRAILING, '').trim()]
  return after
}

/** True where "it" or "them" comes before any noun that it could stand for. */
function leavesOpen(text: string, line: Line): boolean {
  const at = BARE_PRONOUN.exec(text)?.index
  if (at === undefined) return false
  const before = text.slice(0, at).toLowerCase()
  return (
    !line.phrases.some((phrase) => before.includes(bareOf(phrase.text))) &&
    !wordsOf(before).some((word) => DOCUMENTS.has(word))
  )
}

function bareOf(phrase: string): string {
  return phrase.toLowerCase().replace(/^(?:an?|the|my|our|your|their|his|her|its|some|that|this)\s+/, '')
}

/** True when the task names a thing or a person to do it with. */
function namesSomething(text: string, line: Line, resolved: boolean): boolean {
  const lower = text.toLowerCase()
  return (
    resolved ||
    line.phrases.some((phrase) => lower.includes(bareOf(phrase.text))) ||
    wordsOf(text).some((word) => DOCUMENTS.has(word))
  )
}

const DETAIL_WORDS = { fewest: 4, most: 22 }
const FINITE =
  /\b(?:is|are|was|were|am|be|will|'ll|'s|'re|'m|have|has|had|can|could|would|should|do|does|did|I|you|we|they|he|she|it|yes|no problem|okay|thanks?|please|sorry|not)\b|'(?:s|re|m|ll|ve|d)\b/i

const LIST = { reach: 3, fewestCommas: 2, fewestPhrases: 3 }

/** What its owner lists right after a task: "In there goes the report, the bridge letter, and the pen test". */
function listAfter({ proposal, owner }: Commitment, lines: readonly Line[]): { text: string; line: number } | null {
  const line = lines
    .slice(proposal.line + 1, proposal.line + 1 + LIST.reach)
    .find(
      (next) =>
        next.speaker === owner &&
        !isConfidential(next.text) &&
        next.phrases.length >= LIST.fewestPhrases &&
        (next.tidied.match(/,/g)?.length ?? 0) >= LIST.fewestCommas &&
        !ANOTHER_TASK.test(next.tidied) &&
        !isBroken(next.tidied) &&
        !GARBLED.test(next.tidied) &&
        wordsOf(next.tidied).length <= CONTEXT.mostWords,
    )
  return line === undefined ? null : { text: line.tidied.replace(/[.]$/, ''), line: line.index }
}

/** The next sentence where it only lists what belongs to the task: "Kettering only, no labour planner, twelve months". */
function detailAfter(index: number, lines: readonly Line[]): string | null {
  const [line, next] = [
    lines[index],
    lines.slice(index + 1, index + 3).find(({ speaker }) => speaker === lines[index]?.speaker),
  ]
  if (line === undefined || next === undefined || isConfidential(next.text) || !next.tidied.includes(',')) return null
  const list = next.tidied
    .replace(/,?\s+(?:and|so|because|but)\s+(?:I|we|you|that|it|there)\b.*/i, '')
    .replace(/[.]$/, '')
  const count = wordsOf(list).length
  if (
    count < DETAIL_WORDS.fewest ||
    count > DETAIL_WORDS.most ||
    FINITE.test(list) ||
    next.phrases.length === 0 ||
    deadlinesIn(list).length > 0
  )
    return null
  return list.charAt(0).toLowerCase() === list.charAt(0) || next.tokens[0]?.pos === 'PROPN'
    ? list
    : list.charAt(0).toLowerCase() + list.slice(1)
}
