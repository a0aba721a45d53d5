import { isConfidential, isFarewell } from './acts.ts'
import type { Line } from './lines.ts'
import { namesIn, type FirstNames } from './names.ts'
import { escaped } from './phrases.ts'
import { asDeadline, deadlinesIn, withoutDays } from './deadlines.ts'
import { contentStems, wordsOf } from './words.ts'

/** What somebody says at the end that they or another have to do: often without a verb. */
export interface ReadBack {
  owner: string
  /** "the data room, with the bridge letter and the pen test" */
  text: string
  due: string | null
  line: number
  stems: ReadonlySet<string>
}

/** Read-backs are in the last part of a call. */
const FROM = 0.7
const MOST_LINES = 16
const BEGINS =
  /\b(?:read (?:it |that |this |them |everything )?back|recap\b|summari[sz]e|next steps|to confirm|just to (?:be clear|check|repeat|go over)|let me (?:just )?(?:repeat|run through|go through|play (?:it|that) back|make sure I)|who(?:'s| is| does) (?:doing )?what|what (?:have|did|do) (?:we|I|you) (?:got|agree|owe|all)|(?:from|on) (?:my|our|your) side|for (?:my|our|your) part|action (?:points|items)|to-?dos?|homework|you owe me|I owe you|am I doing|(?:anything|have I) (?:missed|forgotten))\b/i
const OWNER_I =
  /^(?:and |so |then )?I(?:'ve got| have got| have| got|'ll do| do|'m (?:on|doing)|'ll| will| owe (?:you|him|her|them))\s+/i
const OWNER_YOU =
  /^(?:and |so |then )?you(?:'ve got| have got| have| got|'ll do| do|'re (?:on|doing)|'ll| will| owe (?:me|us))?\s+/i
const NOT_A_TASK = /\b(?:think|know|guess|mean|hope|sure|sorry|thank|see|said|like|love|feel|want|need|heard|see)\b/i
const FEWEST_STEMS = 1

/** The tasks that are gone through again near the end of a call. */
export function readBacks(lines: readonly Line[], names: FirstNames): ReadBack[] {
  const found = summingUp(lines).flatMap((line) => itemsIn(line, lines, names))
  return found.length >= FEWEST_ITEMS ? found : []
}

/** The sentences in which somebody goes through the tasks again. */
export function summingUp(lines: readonly Line[]): Line[] {
  let open = 0
  return lines.slice(Math.floor(lines.length * FROM)).filter((line) => {
    if (BEGINS.test(line.text)) open = MOST_LINES
    else if (isFarewell(line.text)) open = Math.min(open, 4)
    open--
    return open >= 0
  })
}

/** With fewer it was something else. */
const FEWEST_ITEMS = 3

function itemsIn(line: Line, lines: readonly Line[], names: FirstNames): ReadBack[] {
  if (line.text.endsWith('?') || line.speaker === null || isConfidential(line.text) || NOT_A_TASK.test(line.tidied))
    return []
  let owner: string | null = null
  const other = otherOf(line, lines)
  return line.tidied
    .replace(/[.!]$/, '')
    .split(
      /;\s*|,?\s+and (?:then )?(?=(?:the|a|an|my|your|our|[A-Z][a-z]+(?: (?:has|does|sends|will|is|gets)|'s|'ll)|I|you)\b)|,\s+(?=(?:the|a|an|I|you|[A-Z][a-z]+)\b)/,
    )
    .flatMap((piece): ReadBack[] => {
      const named = ownerOf(piece.trim(), line, other, names)
      if (named !== null) owner = named.owner
      const text = (named?.rest ?? piece).trim()
      if (/^(?:am|is|are|was|were|can|could|would|had|have|not|'|s )\b/i.test(text)) return []
      const days = deadlinesIn(text)
      const day = days.at(-1)
      const bare = withoutDays(text).replace(/[\s,]+$/, '')
      const stems = new Set(contentStems(bare))
      if (owner === null || stems.size < FEWEST_STEMS || wordsOf(bare).length > 22) return []
      return [{ owner, text: bare, due: day === undefined ? null : asDeadline(day.text), line: line.index, stems }]
    })
}

function ownerOf(
  piece: string,
  line: Line,
  other: string | null,
  names: FirstNames,
): { owner: string; rest: string } | null {
  if (OWNER_I.test(piece) && line.speaker !== null) return { owner: line.speaker, rest: piece.replace(OWNER_I, '') }
  if (OWNER_YOU.test(piece) && other !== null) return { owner: other, rest: piece.replace(OWNER_YOU, '') }
  for (const [first, speaker] of namesIn(piece, names)) {
    const head = new RegExp(
      String.raw`^(?:and )?${escaped(first)}(?:'s got|'s doing|'s on|'ll do|'ll| has got| has| does| is doing| is on| will do| will| gets| is|'s|:|,)?\s+(?:you(?:'ve got|'ll)?\s+)?`,
    )
    if (head.test(piece)) return { owner: speaker, rest: piece.replace(head, '') }
  }
  return null
}

/** Whom "you" means: the one who speaks before, else after. */
function otherOf(line: Line, lines: readonly Line[]): string | null {
  const near = [
    ...lines.slice(Math.max(0, line.index - 6), line.index).toReversed(),
    ...lines.slice(line.index + 1, line.index + 4),
  ]
  return near.find(({ speaker }) => speaker !== null && speaker !== line.speaker)?.speaker ?? null
}
