import { isConfidential, withoutAndIf } from './acts.ts'
import { isBroken, withoutStop } from './clean.ts'
import { asDeadline, daySet, deadlinesIn, withoutDays } from './deadlines.ts'
import { EXCHANGE, exchangeBefore, isShowable, turns } from './exchange.ts'
import type { Line } from './lines.ts'
import { shortName } from './people.ts'
import { isTopic, type Mentions } from './references.ts'
import { refines, type Commitment } from './settle.ts'
import { contentStems, wordsOf } from './words.ts'

/** A task in words that one who wasn't there understands. */
export interface Wording {
  /** From the verb on, without day ("send the floor plan to Tomasz"), or what was said, in quotation marks. */
  task: string
  /** The sentences it answers, in brackets; may be empty. */
  addition: string
  /** `task` is what was said, word for word. */
  isQuoted: boolean
  /** "by Friday lunchtime"; null: no day was said, or it stands in what is quoted. */
  due: string | null
  /** Sentences that are quoted with it. */
  lines: number[]
}

/**
 * Words a commitment: as a plain sentence where verb, thing and receiver were said in one ("send Ana the survey of the
 * jetty"), else in the words of the call, with the sentences that they answer.
 * @param speakers all of the call's; null among them: words whose speaker is unknown.
 * @returns null where it stays unclear what is to be done.
 */
export function wordTask(
  commitment: Commitment,
  lines: readonly Line[],
  speakers: ReadonlySet<string | null>,
  mentions: Mentions,
): Wording | null {
  const line = lines[commitment.proposal.line]
  if (line === undefined || commitment.owner === null) return null
  return inPlainWords(commitment, line, lines, speakers, mentions) ?? inTheirWords(commitment, line, lines)
}

/** Where a task ends and the talk goes on. */
const GOES_ON = new RegExp(
  String.raw`(?:[,;]|\s--?)?\s+(?:because|'cause|so (?:that )?(?:you|he|she|they|we|I|it|one|everybody|everyone|people|that)\b|since|although|though|unless|if|but|when (?:I|you|we|they|he|she|it)\b|while|before (?:you|he|she|they) (?!next|speak|meet|talk)|as (?:I|we|you) |which|and \p{L}+, (?:can|could|would|will)\b|and (?:I|we|you|he|she|they|it|then (?:I|we|you|they|he|she|it)|that|there|this|maybe|see|say)\b|or (?:I|we|you|so|something|whatever)\b|okay\b|right\b(?! after)|yeah\b|you know\b|I guess\b|I think\b|for (?:me|us)\b|like,).*|,\s+(?:I|we|you|he|she|they|it|that|there|this|no|so|what|who|when|how|where|is|are|did|does|sorry|actually|well|okay|yes|the one)(?:'\w+)?\s.*|\s*(?:--|\.\.\.|…|[?!;]).*`,
  'isu',
)
const TRAILING =
  /[\s,;:.–—-]+$|\s+(?:and|or|to|the|a|of|with|for|in|on|at|by|also|too|yes|yeah|no|okay|then|now|just|anyway|instead|again|first|actually|quickly|please|though|really|right away)$/i
const PEOPLE = /\b(?:I|me|you|we|us|he|him|she|they|myself|ourselves|yourself|mine|ours|yours|theirs|hers)\b/i
const POINTS_AT =
  /\b(?:it|them|there|here|thing|things|stuff|something|anything|somebody|someone|anybody|everything|whatever|bit|this|that|these|those|one|ones|what|who|another|both|same|other|rest|all)\b/i
const PLAIN = { fewestStems: 2, mostWords: 22 }
/** "The date": of what? */
const OPEN_HEAD = /^(?:date|time|name|line|number|price)$/
/** "Do an introduction", "have a name": of whom and for what, the verb doesn't tell. */
const VAGUE = { verbs: new Set(['do', 'have']), mostWords: 4 }

/** The task as one sentence of a note; null where a word in it points to what was said elsewhere. */
function inPlainWords(
  commitment: Commitment,
  line: Line,
  lines: readonly Line[],
  speakers: ReadonlySet<string | null>,
  mentions: Mentions,
): Wording | null {
  const { proposal, due } = commitment
  const rest = line.tidied.slice(proposal.start).replace(/[.]$/, '')
  const said = withoutCall(withoutAsides(plainVerb(rest, proposal.verb).replace(GOES_ON, '')), speakers)
  const text = trimmed(withReceivers(said, commitment, speakers))
  const task = `${text.charAt(0).toLowerCase()}${text.slice(1)}`
  const object = contentStems(task.replace(/^\S+\s*/, '').replace(/\b\p{Lu}\p{Ll}+\b/gu, ''))
  const names = line.phrases.some(
    ({ start, proper, text: phrase }) => start >= proposal.start && !proper && task.includes(bareOf(phrase)),
  )
  const isOfTheCall = line.phrases.some(
    ({ start, text: phrase, head }) =>
      start >= proposal.start && /^the\b/i.test(phrase) && !OPEN_HEAD.test(head) && isTopic(head, mentions),
  )
  const isPlain =
    names &&
    (!VAGUE.verbs.has(proposal.verb) || wordsOf(task).length <= VAGUE.mostWords) &&
    !/\b(?:an?) \p{L}+ (?:the|an?)\b/u.test(task) &&
    new Set(object).size >= (due !== null && isOfTheCall ? 1 : PLAIN.fewestStems) &&
    wordsOf(task).length <= PLAIN.mostWords &&
    !PEOPLE.test(task) &&
    !POINTS_AT.test(task) &&
    !isBroken(task)
  if (!isPlain) return null
  const detail = detailAfter(proposal.line, lines)
  return {
    task,
    addition: detail === null ? '' : ` (${detail})`,
    due: due === null ? null : asDeadline(due),
    lines: detail === null ? [] : [proposal.line + 1],
    isQuoted: false,
  }
}

/** "sending the list", "flick the list to you": the verb that a note would have. */
function plainVerb(text: string, verb: string): string {
  return text
    .replace(
      /^(?:flick|shoot|pop|fire|sling|bung|ping|drop|get) (?=(?:the|an?) .* to you\b|you (?:the|an?)\b)/i,
      'send ',
    )
    .replace(/^(?:have|get) (?=(?:the|an?)\b)/i, verb === 'send' ? 'send ' : '$&')
    .replace(/^need (?=(?:the|an?)\b)/i, 'send ')
    .replace(/^\w+ing\b/, verb)
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
function withReceivers(
  text: string,
  { proposal, owner, to }: Commitment,
  speakers: ReadonlySet<string | null>,
): string {
  const isAsked = owner !== proposal.speaker
  const first = isAsked || to === null ? null : shortName(to)
  const asker = isAsked && proposal.speaker !== null ? shortName(proposal.speaker) : null
  return text
    .replace(/\b(?:to|with|for|from) you (?:all|both|guys|two)\b/gi, 'to everybody')
    .replace(/\byou (?:all|both|guys|two)\b/gi, 'everybody')
    .replace(/\s\b(to|with|from) (?:you|your side|you guys)\b/gi, (_, preposition: string) =>
      first === null ? '' : ` ${preposition} ${first}`,
    )
    .replace(/\s\bfor you\b/gi, first === null ? '' : ` for ${first}`)
    .replace(/^(\w+(?: up| over| back)?) you (?=\w)/i, first === null ? '$1 ' : `$1 ${first} `)
    .replace(/\byour\b/gi, speakers.size === 2 && first !== null ? `${first}'s` : 'the')
    .replace(/\s\b(to|with|from|for) (?:me|us)\b/gi, (_, preposition: string) =>
      asker === null ? '' : ` ${preposition} ${asker}`,
    )
    .replace(/^(\w+(?: up| over| back)?) (?:me|us) (?=\w)/i, asker === null ? '$1 ' : `$1 ${asker} `)
    .replace(/\b(?:my|our|their|his|her|its)\b(?! own)/gi, 'the')
    .replace(/\s+/g, ' ')
}

function trimmed(text: string): string {
  let [before, after] = ['', text.trim()]
  while (before !== after) [before, after] = [after, after.replace(TRAILING, '').trim()]
  return after
}

function bareOf(phrase: string): string {
  return phrase.replace(/^(?:an?|the|my|our|your|their|his|her|its|some|that|this)\s+/i, '')
}

const DETAIL_WORDS = { fewest: 4, most: 22 }
const FINITE =
  /\b(?:is|are|was|were|am|be|will|'ll|'s|'re|'m|have|has|had|can|could|would|should|do|does|did|I|you|we|they|he|she|it|yes|no problem|okay|thanks?|please|sorry|not)\b|'(?:s|re|m|ll|ve|d)\b/i

/** The next sentence where it only lists what belongs to the task: "Kettering only, no labour planner, twelve months". */
function detailAfter(index: number, lines: readonly Line[]): string | null {
  const [line, next] = [lines[index], lines[index + 1]]
  if (line === undefined || next === undefined || next.speaker !== line.speaker) return null
  if (isConfidential(next.text) || !next.tidied.includes(',') || FINITE.test(next.tidied)) return null
  const list = withoutStop(next.tidied)
  const count = wordsOf(list).length
  return count >= DETAIL_WORDS.fewest &&
    count <= DETAIL_WORDS.most &&
    next.phrases.length > 0 &&
    deadlinesIn(list).length === 0
    ? list
    : null
}

/** Content words that tell what is meant. */
const TELLING = 4
const ASKS_WHEN = /^(?:when|how|what|where|why|who)\b.*\?$/i
const CONDITION =
  /(?<!\b(?:okay|ok|fine|right|even|see|sure)|\b(?:ask|check|know|tell|wonder|confirm|find out)\b[^,.]{0,30}) (?:if|unless)\b(?! you(?:'d)? (?:like|want|wish))|^(?:if|unless)\b/i
/** Words. */
const LONGEST_OWN = 32

/**
 * What was said, with the exchange that led to it: nothing is put into other words, so nothing is put wrongly. Where it
 * holds only under a condition, or names nothing that could be meant, there is no task.
 */
function inTheirWords(commitment: Commitment, line: Line, lines: readonly Line[]): Wording | null {
  const { owner, due } = commitment
  if (
    !isShowable(line, LONGEST_OWN) ||
    owner === null ||
    ASKS_WHEN.test(line.tidied) ||
    CONDITION.test(withoutAndIf(line.text))
  )
    return null
  const own = [line, ...goingOn(line, owner, lines)]
  const dated = commitment.lines.flatMap((index) => lines[index] ?? [])
  const context = isTelling(own, commitment.proposal.verb) ? [] : exchangeBefore(own, dated, lines)
  const answered = context.at(-1)
  if (answered !== undefined && answered.speaker !== line.speaker && CONDITION.test(answered.text)) return null
  const quoted = [...context, ...own]
  if (own.some(({ tidied }) => A_PERSON.test(tidied)) && !quoted.some(({ phrases }) => phrases.some(isName)))
    return null
  const stems = new Set(quoted.flatMap((part) => part.stems))
  if (stems.size < TELLING || !quoted.some(({ phrases }) => phrases.some((phrase) => !isName(phrase)))) return null
  const said = withoutStop(own.map(({ tidied }) => tidied).join(' '))
  const day = daySet(said)
  const isMoved = day !== null && due !== null && !refines(day, due) && !refines(due, day)
  const words = isMoved ? trimmed(withoutDays(said)) : said
  const asker = owner === line.speaker || line.speaker === null ? '' : `, asked by ${shortName(line.speaker)}`
  return {
    task: `“${words}”${asker}`,
    addition: context.length === 0 ? '' : ` (${turns(context, owner)})`,
    due: due === null || mentionsDay(words, due) ? null : asDeadline(due),
    lines: [...context, ...own].map(({ index }) => index),
    isQuoted: true,
  }
}

/** It names what it is about, and nothing in it points to another sentence. */
function isTelling(own: readonly Line[], verb: string): boolean {
  const stems = new Set(own.flatMap((part) => part.stems))
  return (
    stems.size >= TELLING &&
    !VAGUE.verbs.has(verb) &&
    own.every(({ tidied, phrases }) => {
      const at = POINTS_AT.exec(tidied)?.index
      return phrases.some((phrase) => !isName(phrase) && (at === undefined || phrase.end <= at))
    })
  )
}

/** What is added right after without a verb: "One on each side, with dummy documents." */
function goingOn(line: Line, owner: string, lines: readonly Line[]): Line[] {
  const next = lines[line.index + 1]
  const isAdded =
    next !== undefined &&
    (next.speaker === line.speaker || next.speaker === owner) &&
    next.stems.length >= 2 &&
    !FINITE.test(next.tidied) &&
    !next.tokens.some(({ pos }) => pos === 'VERB' || pos === 'AUX') &&
    !next.tidied.endsWith('?') &&
    isShowable(next) &&
    wordsOf(`${line.tidied} ${next.tidied}`).length <= EXCHANGE.mostOwn
  return isAdded ? [next] : []
}

function mentionsDay(quoted: string, due: string): boolean {
  const said = quoted.toLowerCase()
  return wordsOf(due).every((word) => word.length < 3 || said.includes(word.toLowerCase()))
}

const A_PERSON = /\b(?:he|him|she|her)\b/i
const isName = ({ proper }: { proper: boolean }) => proper
