import { isAboutTheCall } from './acts.ts'
import type { Line } from './lines.ts'
import { namesIn, type FirstNames } from './names.ts'
import { deadlinesIn, withoutDays } from '../language/deadlines.ts'
import type { Token } from './tagger.ts'

/** Something a participant may do after the call, as first said. */
export interface Proposal {
  line: number
  /**
   * `promise`: the speaker will; `offer`: the speaker could; `request`: the speaker asks another; `assignment`: the
   * speaker says that another will.
   */
  kind: 'promise' | 'offer' | 'request' | 'assignment'
  speaker: string | null
  /** Who is to do it; null: the person who accepts. */
  owner: string | null
  /** Offset of its verb in the readable sentence. */
  start: number
  verb: string
}

const ADVERBS = String.raw`(?:(?:also|just|then|probably|definitely|certainly|happily|actually|quickly|maybe|still|personally|obviously|always|now|gladly|try (?:to|and)|make sure (?:to|I|we)|have to|need to|be able to|go ahead and|go and|go)\s+)*`
const HEADS: readonly { kind: Proposal['kind']; pattern: RegExp }[] = [
  {
    kind: 'promise',
    pattern: new RegExp(
      String.raw`\b(?:I|we)(?:'ll| will| shall|'m going to| am going to|'re going to| are going to)\s+(?!not\b|never\b)${ADVERBS}`,
      'gi',
    ),
  },
  {
    kind: 'promise',
    pattern: new RegExp(
      String.raw`\b(?:let me|allow me to|I promise to|I intend to|I plan to|remind me to)\s+(?!not\b)${ADVERBS}`,
      'gi',
    ),
  },
  {
    kind: 'promise',
    pattern: /\bwhat (?:I|we)(?:'ll| will| can|'d| would| could) do(?: is)?,?\s+(?:(?:I|we)(?:'ll| will|'d)\s+)?/gi,
  },
  {
    kind: 'promise',
    pattern:
      /\bI(?:'m| am) (?=(?:sending|writing|preparing|drafting|emailing|booking|ordering|shipping|getting you|putting together)\b)/gi,
  },
  {
    kind: 'promise',
    pattern:
      /\bI(?:'ll| will|'d| would)? (?:have|need) to (?=(?:ask|tell|check|speak|talk|ring|write)\b)|\bI(?:'ve| have) (?:got )?to (?=(?:ask|tell|check|speak|talk|ring|write)\b)/gi,
  },
  { kind: 'promise', pattern: /\byou(?:'ll| will) (?=(?:have|get) (?:it|that|them|this|the|a|an)\b)/gi },
  {
    kind: 'offer',
    pattern: new RegExp(
      String.raw`\b(?:I|we)(?: can| could|'d| would| might| may)\s+(?!not\b|never\b|like\b|love\b|say\b|rather\b)${ADVERBS}`,
      'gi',
    ),
  },
  {
    kind: 'offer',
    pattern: new RegExp(
      String.raw`\b(?:shall (?:I|we)|should I|(?:do you )?want (?:me|us) to|would you like (?:me|us) to|would it help if (?:I|we)|what if (?:I|we)|how about (?:I|we))\s+${ADVERBS}`,
      'gi',
    ),
  },
  {
    kind: 'request',
    pattern: new RegExp(
      String.raw`\b(?:can|could|would|will) (?:you|some(?:body|one)|any(?:body|one))\s+(?!please\?)(?:please\s+)?${ADVERBS}`,
      'gi',
    ),
  },
  {
    kind: 'request',
    pattern: new RegExp(String.raw`\b(?:I|we)(?:'d| would)? (?:need|like|want) you to\s+${ADVERBS}`, 'gi'),
  },
  {
    kind: 'assignment',
    pattern: new RegExp(String.raw`\byou(?:'ll| will|'re going to| are going to)\s+(?!not\b|never\b)${ADVERBS}`, 'gi'),
  },
]
/** "I'll have to tell Fergus about the trial" */
const HAS_TO = /^I.* to $/i
/** "It'll be with you Wednesday", "then you have it next week": a promise if it has a day. */
const DELIVERY =
  /\b((?:it|that|this|they)(?:'ll| will) )be (?:with you|signed|done|ready|sent|there|fixed|credited|sorted|in your inbox)\b|\b(you )(?:have|get) (?:it|that|them|from me|the|an?|your)\b|\b(I'd )have (?=(?:the|an?) )|\b(I )have (?:it|that|them) (?=(?:for you|ready|by|on|next|at|mon|tues|wednes|thurs|fri)\b)/gi
/** "From your side I'd need the list": what the other person is to give. */
const NEED_OF_OTHERS =
  /\b((?:from (?:your side|you)[^.?!]{0,20}|\bI(?:'ll|'d| would| will) ))need (?=(?:the|your|a|an|some|those|that|it|[a-z]+s)\b)/gi
/** "You'll get the best view in town" is praise; with a day it is a promise. */
const OPENS_WITH_YOU = /You(?:'ll| will) $/
const PLAIN_PROMISE = /\bI\s+(?=[a-z]+\b)/g
/** "Send me the list", "copy Walt", "put the eight on the invoice": needs a recipient or an object, unlike "go on". */
const ASKS_FOR =
  /^(?:send|email|get|give|show|bring|forward|copy|write|put|add|include|mail|ship|share) (?:it|that|them|me|us|him|her|the|a|an|my|our|those|these|\p{Lu}\p{Ll}+)\b/u
const IMPERATIVE = /^(?:(?:please|then|just|and|so|now)\s+)*(?=[a-z]+\b)/i

/** Things people do after a call, in base forms. */
const DEEDS = new Set(
  `send email mail forward share ship deliver bring post upload return copy cc write draft build prepare create produce redo revise update remodel model rework fix change adjust correct amend add remove load configure switch export pull dig print order
  ask call ring phone speak talk check confirm find book schedule arrange organise organize invite introduce connect chase follow raise escalate take loop reply answer respond review read sign approve test wire pay credit refund cancel open put get give make set run
  submit register install train document collect gather compile summarise summarize provide circulate publish file attach enclose clarify investigate verify measure calculate cost price quote extend renew transfer replace swap repair reset migrate import map sort handle move drop pick hand note include assign contact text message ping drive visit come record resend shoot scan translate research escalate mark process issue waive sound line flick shoot pop fire sling bung deliver supply extract cut do find look test credit rerun chase demo scan finalise finalize spin put`.split(
    /\s+/,
  ),
)
const OF_TALKING = new Set(
  'say be see think guess know mean tell show start stop wait hear look talk admit have need want go let love like hate believe hope keep try leave stay sit stand live die eat drink stick end begin work do use take win lose feel remember forget bet assume agree understand appreciate mention explain repeat assure promise'.split(
    ' ',
  ),
)
/** Verbs of a plain "I send you …"; with other verbs the present tense states a fact ("I run sourcing"). */
const PLAIN_DEEDS = new Set(
  'send bring write email forward share prepare ship make open build talk ask put check do change take confirm find call load tell test'.split(
    ' ',
  ),
)
/** "You send the money on Monday": said in a read-back of tasks. */
const YOU_DO =
  /(?:^(?:then |so )?|,\s*(?:and\s+)?|\band\s+)you\s+(?=(?:send|give|bring|check|ask|call|book|write|draft|put|pull|talk|sign|review|order|prepare|forward|export|confirm)\b)/gi
const NO_TASK =
  /^(?:do(?:[.?!]|$)|do (?!(?:it|that|this|the|an?|them|both|those|our|your|you an?)\b)|find (?:it|that|this)? ?(?:hard|difficult|interesting|funny)|look (?:at (?:it|that|you|me)|like|forward)|make (?:the case|sense|sure|do)|give (?:you|me|it|us) (?:till|until|that|(?:an?|one|two|three) (?:week|day|couple|hour)s?|a (?:shout|second|minute|break|hand))|get (?:back to (?:it|that|this|work)|to (?:it|that|the)|rid|used|it\b(?! to)|into|there|started|going|out|off|on)|put it (?:that|this) way|set (?:foot|aside)|take (?:it|that|the socks|your|my|a)|come (?:back|down|in|to (?:it|that|this)|up)|note (?:it|that)\b|check (?:out|in)|call it|pick (?:on|at)|drop (?:off|it)|add (?:to|that|up)|run (?:out|into|through|you through|past)|hand (?:to|over|it over|you)|open (?:up|with)|turn|move (?:on|to|the wall)|talk (?:about|over|through)|line up|drive (?:from|it))\b/i
/** "Wednesday I can do", "I can come not next week": availability, not a task. */
const AVAILABLE =
  /^(?:do|come|make(?: it)?|(?:write|note|put|pencil)(?: (?:it|that))?(?: down| in)?)(?: not)?[\s.,?!]*$/i
const TO_SOMEBODY =
  /\byou\b|\b(?:also|too)\b|\bby\b|\btonight\b|\btomorrow\b|\btoday\b|\bnext\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i

/** Finds what is promised, offered, requested and assigned in a sentence. */
export function proposalsIn(line: Line, names: FirstNames): Proposal[] {
  const text = line.tidied
  if (isAboutTheCall(line.text)) return []
  const found: Proposal[] = []
  const add = (kind: Proposal['kind'], at: number, owner: string | null, allowed = isDeed) => {
    const verb = line.tokens.find((token) => token.start >= at)
    const completes =
      kind === 'promise' &&
      /^have (?!a (?:look|think|chat|word|question)\b).*\b(?:done|ready|fixed|signed|credited|sorted|sent|(?:for|with|to) you)\b/i.test(
        text.slice(at),
      )
    const delivers =
      kind === 'promise' &&
      /^(?:have|get) /.test(text.slice(at)) &&
      (/you(?:'ll| will)? $/i.test(text.slice(0, at)) ||
        (OPENS_WITH_YOU.test(text.slice(0, at)) && deadlinesIn(text).length > 0))
    if (
      verb === undefined ||
      !(delivers || completes || allowed(verb)) ||
      found.some((known) => known.start === verb.start)
    )
      return
    if (AVAILABLE.test(withoutDays(text.slice(verb.start)))) return
    if (NO_TASK.test(text.slice(verb.start)) || /^do(?:n't| not)\b/i.test(text.slice(verb.start))) return
    found.push({
      line: line.index,
      kind,
      speaker: line.speaker,
      owner,
      start: verb.start,
      verb: delivers ? 'send' : verb.lemma,
    })
  }
  for (const { kind, pattern } of HEADS) {
    for (const match of text.matchAll(pattern)) {
      const owner = kind === 'promise' || kind === 'offer' ? line.speaker : null
      add(
        kind,
        match.index + match[0].length,
        owner,
        (verb) => isDeed(verb) || (verb.lemma === 'tell' && HAS_TO.test(match[0])),
      )
    }
  }
  if (deadlinesIn(text).length > 0)
    for (const match of text.matchAll(DELIVERY))
      add(
        'promise',
        match.index + (match.slice(1).find((head) => head !== undefined) ?? '').length,
        line.speaker,
        () => true,
      )
  for (const match of text.matchAll(NEED_OF_OTHERS))
    add('request', match.index + (match[1]?.length ?? 0), null, () => true)
  if (!text.endsWith('?')) {
    for (const match of text.matchAll(PLAIN_PROMISE)) {
      const rest = text.slice(match.index)
      add(
        'promise',
        match.index + match[0].length,
        line.speaker,
        (verb) => PLAIN_DEEDS.has(verb.lower) && (TO_SOMEBODY.test(rest) || deadlinesIn(rest).length > 0),
      )
    }
    for (const match of text.matchAll(YOU_DO))
      add(
        'assignment',
        match.index + match[0].length,
        null,
        (verb) => isDeed(verb) && TO_SOMEBODY.test(text.slice(match.index + 4).replace(/^ ?you\b/, '')),
      )
    const start = IMPERATIVE.exec(text)?.[0].length ?? 0
    const asked = `${text.charAt(start).toLowerCase()}${text.slice(start + 1)}`
    add(
      'request',
      start,
      null,
      (verb) => verb.pos === 'VERB' && verb.lower === verb.lemma && isDeed(verb) && ASKS_FOR.test(asked),
    )
    for (const [first, speaker] of namesIn(text, names)) {
      const pattern = new RegExp(
        String.raw`\b${RegExp.escape(first)}(?:'s going to| is going to|'ll| will| can| to)\s+${ADVERBS}`,
        'g',
      )
      for (const match of text.matchAll(pattern))
        if (speaker !== line.speaker) add('assignment', match.index + match[0].length, speaker)
    }
  }
  return found.toSorted((a, b) => a.start - b.start)
}

function isDeed({ lemma, lower, pos }: Token): boolean {
  const base = DEEDS.has(lemma) ? lemma : lower.replace(/ing$/, '')
  return (DEEDS.has(base) || DEEDS.has(`${base}e`)) && pos !== 'ADP' && !(OF_TALKING.has(lemma) && !DEEDS.has(lemma))
}
