import { wordsOf } from '../english.ts'
import { isBroken } from './clean.ts'
import { deadlinesIn } from './deadlines.ts'
import type { Line } from './lines.ts'
import { isSpecific } from './named-things.ts'
import type { Mentions } from './references.ts'
import { NUMBER } from './amounts.ts'
import { COURTESY, countsSomething, isMatter, LOOSE_TALK, resolvesPronouns } from './statements.ts'
import { TREAT } from './task-wording.ts'
import { contentStems } from './words.ts'

/** What a reader of a sales call looks for first. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  [
    'price',
    /^(?:the|a|an|our) [\w-]+(?: \w+)? (?:is|are|costs?) .*\b(?:hundred|thousand|\w+ty|\w+teen)\b.*\b(?:each|per \w+|a (?:month|year|seat|user|lift|person|site)|one[- ]time|once|dollars|pounds|euros)\b/i,
  ],
  [
    'limit',
    /\b(?:(?:my|our|the) (?:ceiling|limit|budget|maximum)|(?:I|we) can (?:sign|spend|approve)|can't (?:go|spend|sign|pay)|not going (?:over|above|past)|walk away|(?:over|above|under|up to|more than) .{3,40} (?:I|we|it) .{0,12}\b(?:sign|goes to|go to|have to|has to|need)|out (?:for|to) (?:bid|tender)|(?:goes|go) to (?:the )?(?:full )?(?:board|committee|tender|council)|it's procurement|I'll not buy|we won't buy|(?:I|we) won't sign)\b/i,
  ],
  [
    'decides',
    /\b(?:board|committee|director|procurement|council|trustees|partners|finance|legal|manager|owner|chief|professor|union|IT)\b.*\b(?:meets?|sits?|decides?|signs?|approves?|countersign|(?:has|have|needs?) to|wants?|won't)\b|\b(?:has to|have to|must) (?:sign|approve|countersign|agree)\b/i,
  ],
  [
    'deadline',
    /\b(?:runs? out|expires?|ends|goes? live|go-live|live by|starts|opens|renews?|retir\w+|nothing (?:goes|changes|may|can)|switch\w* .{0,20}off|due|deadline|before the (?:season|summer|audit)|coming on|comes on|papers go out|have to (?:be|put|have) .{3,40} (?:before|by))\b/i,
  ],
  [
    'requirement',
    /\b(?:(?:I|we|you|they|he|she)(?:'d| would)? (?:need(?! to (?:talk|call|go|ask|see|get|leave|think|check|send|know|look|find|make sure))|want(?! to)|require|must(?! (?:leave|go|say|be))|have to(?! (?:talk|call|go|ask|see|leave|think|check|know|look|say)))|(?:has|have|needs|got) to (?:be|have|work|read|open|run|fit|stay|go|come|speak|show|print)|must(?! (?:leave|go|say|be))|requires?|wants|no use to|mandatory|required)\b/i,
  ],
  [
    'size',
    /\b(?:I|we)'ve (?:two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty|a hundred)\b|\b(?:is|are|'re) (?:at |about |on )?(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|a hundred)\b.* \w{4,}|\b(?:committee|board|audit\w*|council)(?:'s| is| \w+ is) (?:on|the)\b|\b(?:data|servers?|backups?)\b.* in (?!the |a )\w{4,}|\b(?:we|they)(?:'ve| have|'re| are) (?:got )?.*\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred|thousand)\b|^(?:last|this) (?:year|summer|winter|season|month) we\b|\bbilling us\b|\b(?:costs?|cost) us\b|\b(?:takes?|took) (?:us|me|him|her|them)\b/i,
  ],
  [
    'problem',
    /\b(?:the (?:problem|trouble|issue) (?:is|with)|by hand|spreadsheet|goes (?:out|down)(?! of)|breaks?|fails?|lost|missed|cancelled|complain\w*|too (?:slow|much|expensive|late)|worried|afraid)\b/i,
  ],
]
/** Kinds that make a fact worth a place however few numbers it has. */
const WORTH: Readonly<Record<string, number>> = {
  price: 1.4,
  limit: 1.4,
  decides: 1,
  deadline: 1,
  requirement: 0.9,
  size: 0.8,
  problem: 0.7,
}
const LENGTH = { fewest: 5, most: 30, fewestStems: 3, fewestStemsWithNumber: 2, fewestWithNumber: 4 }
/** What is meant was said before, or it is no statement of the matter. */
const LEANS =
  /^(?:it|that|this|these|those|they|he|she|him|them|which|who|one|some of|both|neither|either|same|another|then|also|like|because|not|no|yes|plus|or|and|but|so|even|just|only|how|where|why|here|there|now|today's|you(?!'ve been (?:billing|charging))|your|let|let's|actually|I (?:feel|think|guess|suppose|hope|know|mean|bet|wish|remember|said|was|thought|did|had|told|asked|can|could|might|would|will|want to|have to (?:go|say|be|ask)|need to (?:go|ask|see|think|check))|I'(?:ll|d|m)|what (?:do|did|is|are|about|if|I'(?:ll|d))|we (?:could|can|might|would|will)|we'(?:ll|d)|if you|when you)(?![\p{L}])/iu
const POINTS =
  /\b(?:that|this)(?:'s|'ll|'d)?(?=\s*(?:[.,;!?]|$|(?:is|was|would|will|one|could|can|and|or|to|for|in|on|at|from|with|up|out|too|right|as)\b))|\b(?:these|those|there(?! (?:is|are|was|were|'s))|here|(?:the|that|this|which|another|each|new|old|good) one|ones|things?|stuff|something|whatever|the (?:other|first|second|last|same|latter) (?:one|thing|bit)|as I said|(?:of|for|with|about|on) (?:it|them)|first ones?|percent of|(?:when|what|where) was (?:it|that))\b/i

/**
 * Which kind of fact a sentence states that is understood by itself: how far somebody may go, who decides, until when, what
 * must be, how many, what goes wrong.
 * @returns with what that is worth; null: none, or it leans on other sentences.
 */
export function factIn(line: Line, mentions: Mentions): { kind: string; worth: number } | null {
  const kind = KINDS.find(([, pattern]) => pattern.test(line.tidied))?.[0]
  if (kind === undefined || (kind === 'deadline' && !isDated(line)) || !stands(line, mentions)) return null
  return { kind, worth: WORTH[kind] ?? 0 }
}

const isDated = ({ tidied }: Line) =>
  deadlinesIn(tidied).length > 0 ||
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter|new year|months?|weeks?|years?)\b/i.test(
    tidied,
  )

function stands(line: Line, mentions: Mentions): boolean {
  const { tidied: text, tokens, phrases, stems } = line
  const count = wordsOf(text).length
  return (
    isMatter(line) &&
    count >= (NUMBER.test(text) ? LENGTH.fewestWithNumber : LENGTH.fewest) &&
    count <= LENGTH.most &&
    stems.length >=
      (/^(?:nothing|before|from|my|our)\b/i.test(text) || NUMBER.test(text)
        ? LENGTH.fewestStemsWithNumber
        : LENGTH.fewestStems) &&
    !text.endsWith('?') &&
    !LOOSE_TALK.test(text) &&
    !COURTESY.test(text) &&
    !isBroken(text) &&
    (!LEANS.test(text) || OF_LIMIT.test(text)) &&
    !POINTS.test(text) &&
    !TO_SOMEBODY.test(text) &&
    !TREAT.test(text) &&
    !tokens.some(({ lower, pos }) => pos === 'DET' && /^(?:that|this)$/.test(lower)) &&
    (tokens.some(({ pos, lower }) => pos === 'AUX' || (pos === 'VERB' && !lower.endsWith('ing'))) || IS.test(text)) &&
    (resolvesPronouns(line) || (/^(?:when|if|over|above|anything)\b/i.test(text) && !OPENS_WITH_IT.test(text))) &&
    (countsSomething(line) || /\b(?:over|above|under|up to) \w+/i.test(text)) &&
    phrases.length > 0 &&
    phrases.every(
      (phrase) =>
        phrase.proper ||
        !DEFINITE.test(phrase.text) ||
        isSpecific(phrase) ||
        OF_EVERY_FIRM.test(phrase.head) ||
        isNamedAgain(phrase.text, mentions),
    )
  )
}

/** "My ceiling's twenty thousand", "nothing changes": verbs that the tagger takes for nouns. */
const IS =
  /\p{L}'s (?:the|an?|at|about|only|\p{L}+t(?:y|een)\b|\p{L}+ (?:hundred|thousand))|\bnothing (?:changes|goes)\b/iu
const OPENS_WITH_IT = /^\w+ (?:it|they|he|she|that)\b/i
/** "…, Gethin, it's a line": said to one in the room. */
const TO_SOMEBODY = /^\p{Lu}\p{L}+, (?!\p{Lu})|, \p{Lu}\p{L}+, (?:it|that|you|I|we)\b|\beuh\b/u
const OF_LIMIT = /^(?:I can (?:sign|spend|approve)|I won't sign|I'll not|I'm not going (?:over|above|past))\b/i
const isNamedAgain = (phrase: string, mentions: Mentions) =>
  contentStems(phrase).some((stem) => (mentions.get(stem) ?? 0) >= 2)
const DEFINITE = /^(?:the|his|her|their|its)\b/i
/** Every customer has these. */
const OF_EVERY_FIRM =
  /^(?:board|committee|director|budget|price|contract|year|month|week|day|end|beginning|start|summer|winter|spring|autumn|season|morning|evening|moment|total|internet|phone|union|council|auditor|insurer|customer|staff|finance|office|price)s?$/
