import { MONTHS } from '../spoken-days.ts'
import { wordsOf } from '../english.ts'
import { isBroken } from './clean.ts'
import { asDeadline, withoutDays } from './deadlines.ts'
import type { Line } from './lines.ts'
import {
  inFull,
  isDocument,
  isIndefinite,
  isOfEveryDeal,
  isSpecific,
  isUnderstood,
  meantBy,
  type NamedThing,
} from './named-things.ts'
import { shortName } from './people.ts'
import type { Mentions } from './references.ts'
import type { Commitment } from './settle.ts'
import { tagWords } from './tagger.ts'
import { nounPhrases } from './noun-phrases.ts'
import { contentStems, isNumber } from './words.ts'

/** A task in words that one who wasn't there understands. */
export interface Wording {
  /** From the verb on, without day: "send Tomasz the floor plan of the depot". */
  task: string
  /** "by Friday lunchtime"; null: no day was said. */
  due: string | null
  /** Sentences that name what the task's own sentence only points to. */
  lines: number[]
}

/** What is sent, written or put somewhere can be named from before. */
const SENDS =
  /^(?:send|email|mail|forward|share|ship|post|deliver|get|give|write|draft|prepare|redo|revise|update|return|copy|bring|make|print|pull|put|sign|fill|upload|attach|set) /i
/** "Write it up" is no writing of the thing spoken of. */
const NOT_OF_A_THING =
  /^(?:put (?:on|in|up|off) |(?:write|pull|print|put|sign|fill|make|bring|give) (?:it|that|this|them) (?:up|down|off|out)\b)/i
/** What is asked or found out is in a clause: "check whether the labels fit". */
const ASKS = new Set('ask check find confirm see clarify investigate verify know tell'.split(' '))
const PRONOUN =
  /\b(it|that|this|them|those|these)\b(?=\s*(?:$|[,.]|(?:the morn|to|for|from|with|over|back|out|signed|done|ready|fixed|credited|sorted|sent|in|on|by|as|through|up|down|into|at|across|and|round|around)\b))/i
const DEMONSTRATIVE =
  /\b(?:that|this|those|these) (?!(?:to|for|from|with|over|back|out|in|on|by|as|through|up|down|into|at|across|and|round|around|I|we|you|he|she|they|it|is|was)\b)(?=\p{L})/giu
/** Where a task ends and the talk goes on. */
const GOES_ON = new RegExp(
  String.raw`(?:[,;]|\s--?)?\s+(?:because|'cause|so (?:that )?(?:you|he|she|they|we|I|it|one|everybody|everyone|people|that)\b|since|although|though|unless|but|when (?:I|you|we|they|he|she|it)\b|while|before (?:you|he|she|they) (?!next|speak|meet|talk)|as (?:I|we|you) |which|and \p{L}+, (?:can|could|would|will)\b|and (?:I|we|you|he|she|they|it|then (?:I|we|you|they|he|she|it)|that|there|this|maybe|see|say)\b|or (?:I|we|you|so|something|whatever)\b|okay\b|right\b(?! after)|yeah\b|you know\b|I guess\b|I think\b|for (?:me|us)\b|like,).*|,\s+(?:I|we|you|he|she|they|it|that|there|this|no|so|what|who|when|how|where|is|are|did|does|sorry|actually|well|okay|yes|the one|all of|both of)(?:'\w+)?\s.*|\s*(?:--|\.\.\.|…|[?!;]).*`,
  'isu',
)
const IF = /\s+if\b.*/is
const TRAILING =
  /[\s,;:.–—-]+$|\s+(?:and|or|to|the|a|of|with|for|in|on|at|by|also|too|yes|yeah|no|okay|then|now|just|anyway|instead|again|first|actually|quickly|please|though|really|right away|properly|straight away)$/i
const PEOPLE =
  /\b(?:I|me|you|we|us|he|him|she|they|them|myself|ourselves|yourself|mine|ours|yours|theirs|hers|my|our|your|his|her|their)\b/i
const POINTS_AT =
  /\b(?:it|its|there|here|thing|things|stuff|bunch|'em|something|anything|somebody|someone|anybody|everything|whatever|bit|this|that|these|those|one|ones|what|who|another|both|same|other|rest|all|guy|guys|lot|couple)\b/i
const MOST_WORDS = 24
/** "Do an introduction", "have a name": of whom and for what, the verb doesn't say. */
const VAGUE = /^(?:do|need|know|try|go|come|stop|look|see|work|run|move|hold|let|keep|take)$/
/** Treats are no next steps. */
export const TREAT =
  /\b(?:coffees?|teas?|cakes?|buns?|beers?|pints?|lunch|dinner|biscuits?|chocolates?|socks?|drinks?|wine|breakfast|kiss|hug|doughnuts?|donuts?|pasty|whisky|flowers|boots|coat|hammer)\b/i

/**
 * Words a commitment as a plain sentence: owner, verb, thing and receiver. What its own sentence only points to ("it", "the
 * sheet") is named as the call named it before.
 * @param speakers all of the call's; null among them: words whose speaker is unknown.
 * @returns null where it stays unclear what is to be done.
 */
export function wordTask(
  commitment: Commitment,
  lines: readonly Line[],
  speakers: ReadonlySet<string | null>,
  { mentions, heads }: { mentions: Mentions; heads: ReadonlyMap<string, number> },
): Wording | null {
  const { proposal, due, owner } = commitment
  const line = lines[proposal.line]
  if (line === undefined || owner === null) return null
  const rest = line.tidied.slice(proposal.start).replace(/[.]$/, '')
  const used: number[] = []
  const use = (named: NamedThing) => {
    used.push(named.line)
    return named.text
  }
  const isAsking = ASKS.has(proposal.verb)
  const clause = isAsking ? rest.replace(/ if\b/, ' whether') : rest.replace(IF, '')
  let text = withoutCall(withoutAsides(clause.replace(GOES_ON, '')), speakers)
  text = plainVerb(withReceivers(text, commitment, speakers.size === 2), proposal.verb).replace(DEMONSTRATIVE, 'the ')
  const pronoun = PRONOUN.exec(text)
  if (pronoun !== null) {
    if (!SENDS.test(text) || NOT_OF_A_THING.test(text)) return null
    const named = meantBy(pronoun[0], line, lines, { verb: proposal.verb, heads })
    if (named === null) return null
    text = `${text.slice(0, pronoun.index)}${use(named)}${text.slice(pronoun.index + pronoun[0].length)}`.replace(
      /^set (.+) up\b/i,
      'set up $1',
    )
  }
  const person = HIM_OR_HER.exec(text)
  if (person !== null) {
    const named = personMeant(line, lines, speakers)
    if (named === null) return null
    text = text.replace(HIM_OR_HER, use(named))
  }
  text = trimmed(text)
  const whole = withFullNames(text, line, lines, mentions)
  if (whole === null) return null
  text = whole.text
  used.push(...whole.lines)
  const task = inside(text)
  return isComplete(task, commitment, line)
    ? { ...datedTask(task, due), lines: [...new Set(used)].filter((at) => at !== line.index) }
    : null
}

/** An invitation is for a day, other things are due by one. */
function datedTask(task: string, due: string | null): Pick<Wording, 'task' | 'due'> {
  const isForDay = due !== null && /^for\b/i.test(due) && /\binvit/i.test(task)
  return isForDay ? { task: `${task} ${due}`, due: null } : { task, due: due === null ? null : asDeadline(due) }
}

/** A text as it stands inside a sentence: without the capital that it began with. */
export function inside(text: string): string {
  const [first] = tagWords(text)
  return first?.pos === 'PROPN' ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

/** "The two leavers" are not others that were counted elsewhere. */
const COUNTED =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty(?:-\w+)?|hundred|thousand)\b/i

/**
 * A text in which every thing is named so that it is clear which one is meant.
 * @param isAgain said when the tasks are gone through again: what the call is about needs no more words then.
 * @returns with the sentences that name them; null where one is never named in full.
 */
export function withFullNames(
  text: string,
  line: Line,
  lines: readonly Line[],
  mentions: Mentions,
  isAgain = false,
): { text: string; lines: number[] } | null {
  const phrases = phrasesOf(text, line)
  if (isAgain && phrases.length === 0) return null
  const object = phrases.find(({ proper }) => !proper)
  const used: number[] = []
  let whole = text
  for (const phrase of phrases.toReversed()) {
    const isSaid =
      isSpecific(phrase) ||
      COUNTED.test(phrase.text) ||
      (isIndefinite(phrase) && phrase.plural && !isDocument(phrase)) ||
      /^ (?:for|of|on|with|about|below|above|from|per) (?:\S+ ){0,3}\S{3}/.test(text.slice(phrase.end))
    if (isSaid || isNumber(phrase.head) || (isUnderstood(phrase, mentions) && phrase !== object)) continue
    const named = inFull({ ...phrase, line: line.index }, lines, isAgain)
    if (named === null && !(isAgain ? isUnderstood(phrase, mentions) : isOfEveryDeal(phrase))) return null
    if (named === null) continue
    whole = `${whole.slice(0, phrase.start)}${named.text}${whole.slice(phrase.end)}`
    used.push(named.line)
  }
  return { text: whole, lines: used }
}

function phrasesOf(text: string, line: Line) {
  return nounPhrases({ ...line, tidied: text, tokens: tagWords(text) })
}

/** Asking and telling are ways of saying, too. */
const ABOUT = /\s(?:whether|if|about|for|how|when|what|which|who|why|to|with)\s/i
/** Beside the day of a task another time says something else. */
const A_MONTH = new RegExp(String.raw`\b(?:${MONTHS.join('|')})\b`, 'i')
const MEETS_SOMEBODY = /^(?:speak|talk) (?:to|with) \p{Lu}\p{L}+/u

function isComplete(task: string, { proposal, due }: Commitment, line: Line): boolean {
  const object = new Set(contentStems(task.replace(/^\S+\s*/, '').replace(/\b\p{Lu}\p{Ll}+\b/gu, '')))
  return (
    ((phrasesOf(task, line).length > 0 && object.size >= 1 && contentStems(task).length >= 2) ||
      (ASKS.has(proposal.verb) && object.size >= 2) ||
      MEETS_SOMEBODY.test(task)) &&
    !VAGUE.test(task.split(' ')[0] ?? '') &&
    !/\b(?:an?) \p{L}+ (?:the|an?)\b/u.test(task) &&
    wordsOf(task).length <= MOST_WORDS &&
    !PEOPLE.test(task) &&
    !POINTS_AT.test(
      task.replace(/, \w+ and all\b/, '').replace(/\b(?:find|check|ask|confirm)\b.* (?:what|who|whether|how)\b/i, ''),
    ) &&
    !TREAT.test(task) &&
    !(due !== null && A_MONTH.test(task)) &&
    !(/^(?:ask|check|tell)\b/.test(task) && !ABOUT.test(task)) &&
    !isBroken(task) &&
    !/(?:--|\.\.\.|…)\s*$/.test(line.text)
  )
}

/** "sending the list", "flick the list to you", "have the list": the verb that a note would have. */
function plainVerb(text: string, verb: string): string {
  return text
    .replace(/^(?:flick|shoot|pop|fire|sling|bung|ping|drop) /i, 'send ')
    .replace(/^(?:have|get) (?=(?:the|an?|it|that|them|those)\b)/i, verb === 'send' ? 'send ' : '$&')
    .replace(/^have (?=(?:it|that|them)(?:$|,))/i, 'send ')
    .replace(/^be with(?= )/i, 'send it to')
    .replace(/\b(it|that|them|this) on to\b/i, '$1 to')
    .replace(/^need (?=(?:the|an?)\b)/i, 'send ')
    .replace(/^put (?:it|that|this|everything|those|them)(?: all)?(?: together)? in(?:to)? (?=an? )/i, 'send ')
    .replace(/^be (signed|done|ready|fixed|credited|sorted|sent)$/i, (_, done: string) => `get it ${done}`)
    .replace(/^have (it|that|them) (signed|done|ready|fixed|credited|sorted|sent)$/i, 'get $1 $2')
    .replace(/^\w+ing\b/, verb)
}

const HIM_OR_HER = /(?<=^(?:ask|tell|call|ring|email|text|chase|message|book|copy|get|have|find) )(?:him|her)\b/i
/** Sentences back in which the one who is meant was named. */
const NAMED_BEFORE = 5

/** Whom "her" means: the one person named right before who is not in the call. */
function personMeant(line: Line, lines: readonly Line[], speakers: ReadonlySet<string | null>): NamedThing | null {
  const present = new Set([...speakers].flatMap((speaker) => speaker?.split(' ') ?? []))
  for (const { phrases, index, tidied } of lines
    .slice(Math.max(0, line.index - NAMED_BEFORE), line.index + 1)
    .toReversed()) {
    const names = phrases.filter(
      ({ proper, text, start, end }) =>
        proper &&
        /^(?:Mrs?\.? |Ms\.? |Dr\.? )?\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?$/u.test(text) &&
        !text.split(' ').some((word) => present.has(word)) &&
        (index < line.index || end < 40) &&
        !/day(?:s|\b)/.test(text) &&
        !/\b(?:in|at|from|with|of|the) $/i.test(tidied.slice(0, start)),
    )
    if (names.length > 1) return null
    if (names[0] !== undefined) return { text: names[0].text, line: index }
  }
  return null
}

/** "Send me the report, Ben": who is called is no part of the task. */
function withoutCall(text: string, speakers: ReadonlySet<string | null>): string {
  const called = /,\s+([^\s,]+)[\s.?!]*$/.exec(text)
  return called !== null && [...speakers].some((speaker) => speaker?.split(' ')[0] === called[1])
    ? text.slice(0, called.index)
    : text
}

function withoutAsides(text: string): string {
  const plain = text
    .replace(/,\s+or\b,?\s.*$/i, '')
    .replace(/,\s+(?:only\s[^,]*?|(?:\w+|\d+) (?:minutes?|hours?|seconds?))(?=,| and\b|$)/gi, '')
  return withoutDays(plain).replace(/\s+,/g, ',').replace(/,\s*,/g, ',')
}

/** Says to whom by name; where that is unclear, the receiver is left out. */
function withReceivers(text: string, { proposal, owner, to }: Commitment, isOfTwo: boolean): string {
  const isAsked = owner !== proposal.speaker
  const first = isAsked || to === null ? null : shortName(to)
  const asker = isAsked && proposal.speaker !== null ? shortName(proposal.speaker) : null
  return text
    .replace(/\b(?:to|with|for|from) (?:(?:the two|both|all) of you|you (?:all|both|guys|two))\b/gi, 'to everybody')
    .replace(/\byou (?:all|both|guys|two)\b/gi, 'everybody')
    .replace(/\s\b(to|with|from) (?:you|your side|you guys)\b/gi, (_, preposition: string) =>
      first === null ? '' : ` ${preposition} ${first}`,
    )
    .replace(/\s\bfor you\b/gi, first === null ? '' : ` for ${first}`)
    .replace(/^(\w+(?: up| over| back)?) you (?=\w)/i, first === null ? '$1 ' : `$1 ${first} `)
    .replace(/\byour\b/gi, isOfTwo && first !== null ? `${first}'s` : 'the')
    .replace(/\s\b(to|with|from|for) (?:me|us)\b/gi, (_, preposition: string) =>
      asker === null ? '' : ` ${preposition} ${asker}`,
    )
    .replace(/^(\w+(?: up| over| back)?) (?:me|us) (?=\w)/i, asker === null ? '$1 ' : `$1 ${asker} `)
    .replace(/\b(?:my|our|their|its)\b(?! own)/gi, 'the')
    .replace(/\s+/g, ' ')
}

function trimmed(text: string): string {
  let [before, after] = ['', text.trim()]
  while (before !== after) [before, after] = [after, after.replace(TRAILING, '').trim()]
  return after
}
