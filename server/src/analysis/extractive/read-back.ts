import { getWords } from '../language/english.ts'
import { isConfidential, isFarewell, isHypothetical } from './acts.ts'
import { isBroken } from './clean.ts'
import { asDeadline, deadlinesIn, withoutDays } from '../language/deadlines.ts'
import type { Line } from './lines.ts'
import { namesIn, type FirstNames } from './names.ts'
import { shortName } from './people.ts'
import { tagWords } from './tagger.ts'
import { contentStems } from './words.ts'

/** A task that a speaker lists at the end of the call, often without a verb. */
export interface ReadBack {
  owner: string
  /** "the data room, with the bridge letter and the pen test"; includes the verb if there was one. */
  text: string
  hasVerb: boolean
  due: string | null
  line: number
  /** The sentence that names the owner: "From me …", then a list. */
  ownerLine: number
  /** The sentence with its day. */
  dayLine: number
  stems: ReadonlySet<string>
}

/** Read-backs are in the last part of a call. */
const FROM = 0.7
const MOST_LINES = 40
/** After this many sentences, what follows is no longer the same person's. */
const GOES_ON = 8
/** This many sentences in a row without an item end the read-back. */
const MOST_BETWEEN = 9
const BEGINS =
  /\b(?:(?:read|say|play) (?:it |that |this |them |everything )?(?:all )?back|let me (?:just )?(?:repeat|run through|go through|recap|sum)|recap\b|summari[sz]e|quick summary|(?:shall|will|can) I (?:just )?go through|have I got it all|next steps|to confirm|who(?:'s| is) doing what|who does what|what (?:have|did|do) (?:we|I) (?:got|agree|owe|all)|action (?:points|items)|am I doing)\b/i
/** Without an announcement: a task assigned by name, next to things with their days. */
const ASSIGNED_BY_NAME = /^(?:and |so |then )?\p{Lu}\p{Ll}+, (?:you(?:'ve got| send| get| do|'re)|the|your)\b/u
const FEWEST_ITEMS = 3
/** A real read-back states deadlines. */
const FEWEST_DATED = 2

const OWN =
  /^(?:I(?:'ve got to|'ve to| have to|'ve got| have got| have| got|'ll do| do|'m (?:on|doing)|'ll| will| owe (?:you|him|her|them))?|(?:and )?from me[,.]?(?: it's| there's)?|(?:and )?me,|on my side,?)(?:\s+|$)/i
const YOURS =
  /^(?:you(?:'ve got to|'ve to| have to|'ve got| have got| have| got|'ll do| do|'re (?:on|doing)|'re|'ll| will| owe (?:me|us))?|(?:and )?from you,?(?: it's| there's)?)\s+/i
const NOT_A_TASK =
  /\b(?:think|know|guess|mean|hope|sure|sorry|thank|thanks|see|said|like|love|feel|want|need|heard|missed|forgot|meet|bye|cheers|everything|anything|nothing|something|subject to)\b|\?$/i
const POINTS = /\b(?:it|them|they|that|this|those|these|he|she|him|her|there|here|mine|yours)\b/i
const VERBS =
  /^(?:send|sends|get|gets|give|gives|ask|asks|check|checks|bring|brings|sign|signs|book|books|call|calls|talk|write|writes|order|orders|find|finds|put|puts|review|reviews|confirm|confirms|forward|pay|introduce|prepare|prepares|test|tests|sending|getting|asking|checking|bringing|writing|booking)\b/i
const NOT_MINE = /^(?:(?:uh|um|no|well|oh)[,.]? )*(?:not me|that's not me|no,? not me)\b/i
const MINE = /\b(?:that's me|that's mine|(?:is|are) mine|I've got that|I do that)\b/i
const PUTS_RIGHT =
  /\b(?:no\?|you said|I said|not (?:mon|tues|wednes|thurs|fri)day|could I say|can I say|make (?:it|that)|better)\b/i
/** Sentences after an item in which its day or owner may be corrected. */
const PUT_RIGHT_WITHIN = 5
const MOST_WORDS = 20

/** The tasks that are read back near the end of a call. */
export function readBacks(lines: readonly Line[], names: FirstNames): ReadBack[] {
  const found: ReadBack[] = []
  // Continued items belong to the same person; each reader has a state of their own.
  const owners = new Map<string | null, Owner | null>()
  for (const line of summingUp(lines)) {
    const last = found.at(-1)
    // "Callum, you do the test. Friday week."
    if (last !== undefined && last.due === null && isBareDay(line) && line.index - last.line <= 2) {
      found[found.length - 1] = {
        ...last,
        due: asDeadline(
          deadlinesIn(line.tidied)
            .map(({ text }) => text)
            .join(' '),
        ),
        dayLine: line.index,
      }
      continue
    }
    const before = owners.get(line.speaker) ?? null
    const items = itemsIn(line, lines, names, before !== null && line.index - before.line <= GOES_ON ? before : null)
    const item = items.found.at(-1)
    owners.set(
      line.speaker,
      item === undefined || items.owner === null ? items.owner : { ...items.owner, line: line.index },
    )
    found.push(...items.found)
  }
  const dated = found.filter(({ due }) => due !== null)
  return found.length >= FEWEST_ITEMS && dated.length >= FEWEST_DATED
    ? found.flatMap((item) => putRight(item, found, lines))
    : []
}

/** The sentences in which a speaker reads the tasks back. */
export function summingUp(lines: readonly Line[]): Line[] {
  const late = lines.slice(Math.floor(lines.length * FROM))
  const byName = late.some(({ text }) => BEGINS.test(text))
    ? -1
    : late.findIndex(({ text }) => ASSIGNED_BY_NAME.test(text))
  let open = 0
  let between = 0
  return late.filter((line, at) => {
    const begins = BEGINS.test(line.text) || (byName >= 0 && at === Math.max(0, byName - MOST_BETWEEN))
    if (begins) [open, between] = [MOST_LINES, 0]
    else if (isFarewell(line.text)) open = Math.min(open, 2)
    open--
    between = deadlinesIn(line.text).length > 0 || OWN.test(line.tidied) || YOURS.test(line.tidied) ? 0 : between + 1
    if (between > MOST_BETWEEN) open = 0
    return open >= 0
  })
}

/** Who owns the next items, and the sentence that says so. */
interface Owner {
  name: string
  /** The last sentence in which one of their items was read back. */
  line: number
  saidAt: number
}

function itemsIn(
  line: Line,
  lines: readonly Line[],
  names: FirstNames,
  ownerBefore: Owner | null,
): { found: ReadBack[]; owner: Owner | null } {
  let owner = ownerBefore
  const none = { found: [], owner }
  if (/^(?:(?:so|and|okay|then),? )*from me[,.]?$|\bwhat am I doing\b/i.test(line.text))
    return { found: [], owner: { name: line.speaker ?? '', line: line.index, saidAt: line.index } }
  // "Rasmus." opens Rasmus's list.
  const [only] = namesIn(line.text, names)
  if (only !== undefined && getWords(line.text).length === 1)
    return { found: [], owner: { name: only[1], line: line.index, saidAt: line.index } }
  if (line.speaker === null || isConfidential(line.text) || isHypothetical(line.text) || NOT_A_TASK.test(line.tidied))
    return none
  const other = getOther(line, lines)
  const found = getPieces(line.text).flatMap((piece): ReadBack[] => {
    const named = getOwner(piece, line, other, names)
    if (named !== null) owner = { name: named.owner, line: line.index, saidAt: line.index }
    // What "we" do has no single owner.
    if (/^(?:and |then |so )*we\b/i.test(piece)) owner = null
    const rest = (named?.rest ?? piece).trim()
    const days = deadlinesIn(rest)
    const hasVerb = VERBS.test(rest)
    const bare = withReceiver(withoutDays(rest), owner?.name ?? null, line, lines)
      .replace(/^(?:and|then|so|to|for|with|by|on)\s+/i, '')
      .replace(/(?:,?\s+(?:by|on|for|in|until))?[\s,.]*$/i, '')
      .replace(/\s+,/g, ',')
      .replace(/,(?=,)/g, '')
      .replace(/,? and \p{Lu}.*$/u, '')
      .replace(/[\s,]+(?:that's|also|it's)[\s,]*$/i, '')
    const stems = new Set(contentStems(bare))
    const isClear =
      stems.size > 0 &&
      getWords(bare).length >= 2 &&
      getWords(bare).length <= MOST_WORDS &&
      !POINTS.test(bare) &&
      !/\b(?:I|we|you|me|us|my|our|your)\b/i.test(bare) &&
      !isBroken(bare) &&
      (hasVerb ||
        (!/^[^,]*,[^,]*,(?!.*\bwith\b)/.test(bare) && !/^'|^$/.test(bare) && tagWords(bare)[0]?.pos !== 'VERB')) &&
      (hasVerb || !/\b(?:is|are|was|were|am|has|have|had|can|could|will|would|do|does|did|'s|'re|'ll)\b/i.test(bare)) &&
      (days.length > 0 || hasVerb || named !== null)
    if (owner === null || !isClear) return []
    const due = days.length === 0 ? null : asDeadline([...new Set(days.map(({ text }) => text))].join(' '))
    return [
      {
        owner: owner.name,
        text: bare.trim(),
        hasVerb,
        due,
        line: line.index,
        ownerLine: owner.saidAt,
        dayLine: line.index,
        stems,
      },
    ]
  })
  if (found.length === 0 && owner !== ownerBefore) owner = null
  // "The answer and the certificate on Friday": the day applies to both.
  const dated = found.map((item, i) => ({
    ...item,
    due: item.due ?? (found[i + 1]?.owner === item.owner ? (found[i + 1]?.due ?? null) : null),
  }))
  return { found: dated, owner }
}

/** Items read back without a pause: "the bridge letter on Friday, and the quote on Monday". */
function getPieces(text: string): string[] {
  return (text.split(/--|…|\.\.\./).at(-1) ?? '')
    .trim()
    .replace(/\b(\w+), (?:\1)\b/gi, '$1')
    .replace(/^(?:(?:okay|so|and|right|yeah|yes|then|oh my gosh|sorry|well|alright|but)[,.]? )+/i, '')
    .replace(/[.!]$/, '')
    .split(
      /;\s*|,\s+(?=you (?:the|an?) |[A-Z][a-z]+ (?:puts|sends|gets|does|has|asks)\b)|,?\s+and (?:then )?(?=(?:the|a|an|my|your|our|[A-Z][a-z]+(?: (?:has|does|sends|will|is|gets)|'s|'ll)|I|you|talk|send|ask|call|sends|asks|gets|checks|writes)\b)|,\s+(?=(?:the|a|an|I|you)\b)(?<=(?:day|morrow|week|noon|morning|today|tonight|th|st|nd|rd),\s+)/,
    )
    .flatMap((piece) => {
      const days = deadlinesIn(piece)
      return new Set(days.map(({ text }) => text)).size > 1 ? piece.split(/,? and (?!\w+day)/) : [piece]
    })
    .map((piece) => piece.trim())
}

function getOwner(
  piece: string,
  line: Line,
  other: string | null,
  names: FirstNames,
): { owner: string; rest: string } | null {
  if (OWN.test(piece) && line.speaker !== null) return { owner: line.speaker, rest: piece.replace(OWN, '') }
  if (YOURS.test(piece) && other !== null) return { owner: other, rest: piece.replace(YOURS, '') }
  for (const [first, speaker] of namesIn(piece, names)) {
    const head = new RegExp(
      String.raw`^(?:and )?${RegExp.escape(first)}(?:'s got|'s doing|'s on|'ll do|'ll| has got| has| does| is doing| is on| will do| will| gets| is|'s|:|,|(?= (?:sends|gets|asks|checks|brings|writes|calls|finds|books|signs|prepares|tests)\b))\s+(?:(?:you(?:'ve got to|'ve got|'ll|'re)?|doing|me)\s+)*`,
    )
    if (head.test(piece)) return { owner: speaker, rest: piece.replace(head, '') }
  }
  return null
}

/** "send me the form": to whom, by name. */
function withReceiver(text: string, owner: string | null, line: Line, lines: readonly Line[]): string {
  const to = owner === line.speaker ? getOther(line, lines) : line.speaker
  const isOfTwo = new Set(lines.map(({ speaker }) => speaker)).size === 2
  const name = to === null || !isOfTwo ? null : shortName(to)
  return text
    .replace(/^(\w+) (?:me|you|us) (?=\w)/i, name === null ? '$1 ' : `$1 ${name} `)
    .replace(/\s(?:to|with) (?:me|you|us)\b/gi, name === null ? '' : ` to ${name}`)
    .replace(/^sending\b/i, 'send')
    .replace(/^(get|ask|check|bring|writ|book)(?:t)?ing\b/i, (_, verb: string) => (verb === 'writ' ? 'write' : verb))
    .replace(
      /^(send|get|give|ask|check|bring|sign|book|call|write|order|find|put|review|confirm|prepare|test)s\b/i,
      '$1',
    )
}

/** "Wednesday, no? I said the twelfth." "Not me." "That's me.": mistakes in a read-back are corrected at once. */
function putRight(item: ReadBack, all: readonly ReadBack[], lines: readonly Line[]): ReadBack[] {
  const speaker = lines[item.line]?.speaker
  const after = lines.slice(item.line + 1, item.line + 1 + PUT_RIGHT_WITHIN)
  const isMeant = (by: Line) => {
    // If the reader has already begun another item, the correction is for that one.
    if (lines.slice(item.line + 1, by.index).some((line) => line.speaker === speaker)) return false
    const before = all.filter(({ line }) => line < by.index)
    return (before.findLast(({ owner }) => owner === by.speaker) ?? before.at(-1)) === item
  }
  const refusal = after.find((line) => NOT_MINE.test(line.text) && isMeant(line))
  if (refusal !== undefined) {
    const taker = after.find(({ text, speaker: who }) => who !== item.owner && who !== speaker && MINE.test(text))
    return taker === undefined || taker.speaker === null
      ? []
      : [{ ...item, owner: taker.speaker, ownerLine: taker.index }]
  }
  const objection = after.find(
    (line) => line.speaker !== speaker && (PUTS_RIGHT.test(line.text) || isBareDay(line)) && isMeant(line),
  )
  const day =
    objection === undefined ? null : dayIn(lines.slice(objection.index - 1, objection.index + 2), objection.speaker)
  return [day === null || objection === undefined ? item : { ...item, due: asDeadline(day), dayLine: objection.index }]
}

/** "Monday." */
function isBareDay({ text, tidied }: Line): boolean {
  return !text.endsWith('?') && deadlinesIn(tidied).length > 0 && getWords(withoutDays(tidied)).length === 0
}

function dayIn(lines: readonly Line[], speaker: string | null): string | null {
  return lines.flatMap((line) => (line.speaker === speaker ? deadlinesIn(line.tidied) : []))[0]?.text ?? null
}

/** Whom "you" means: the previous speaker, otherwise the next one. */
function getOther(line: Line, lines: readonly Line[]): string | null {
  const near = [
    ...lines.slice(Math.max(0, line.index - 6), line.index).toReversed(),
    ...lines.slice(line.index + 1, line.index + 4),
  ]
  return near.find(({ speaker }) => speaker !== null && speaker !== line.speaker)?.speaker ?? null
}
