import { MARKDOWN_LINK } from './caption-text.ts'
import { readTime, splitLines, type Parsed, type Passage } from './passage.ts'
import { isServiceLine } from './service-lines.ts'
import { canBeName, cleanName, isHeading, readLabel } from './speaker-labels.ts'

/** A time in a line, with the text around it. */
interface Stamp {
  at: number
  startMs: number
  endMs: number | null
  /** `tail`: after a name that heads the lines below. `inner`: between a name and its words. */
  kind: 'alone' | 'lead' | 'tail' | 'inner'
  /** The time is in brackets or set off by more than a space, so it isn't speech. */
  isApart: boolean
  isTimeOfDay: boolean
  name: string | null
  rest: string
}

const CLOCK = String.raw`\d{1,3}:\d{2}(?::\d{2})?(?:[.,:;]\d{1,3})?(?:\s?[AaPp]\.?[Mm]\b\.?)?`
const DATE = String.raw`(?<date>(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\p{Lu}\p{L}{2,8}\.? \d{1,2}(?:, \d{4})?)(?:,\s*|\s+|T)(?:at )?)?`
const RANGE = String.raw`${DATE}(?<start>${CLOCK})Z?(?:\s*(?:-{1,2}>?|–|—|→|to|bis)\s*(?<end>${CLOCK}))?`
/** Teams writes "1 hour 2 minutes 3 seconds", in the user's language. */
const unit = (names: string) => String.raw`(?:(\d{1,3}) (?:${names}),?\s?(?:and |und |et |y )?)?`
const SPOKEN = `${unit('hours?|Stunden?|heures?|horas?|ore|ora|uur|uren')}${unit('minutes?|Minuten?|minutos?|minuti|minuto|minuut|minuten')}${unit('seconds?|Sekunden?|secondes?|segundos?|secondi|secondo|seconden?')}`
const LEAD = new RegExp(
  String.raw`^(?<bracket>[[(<]?)\s*${RANGE}\s*[\])>]?(?!\s*-{1,2}>)(?:\s*[-–—|•:]\s+|\s+|(?=[[(])|(?<=[\])>])|$)(?<rest>.*)$`,
  'u',
)
const TAIL = new RegExp(
  String.raw`^(?<name>.{1,120}?)(?<gap>\s+|\s*[-–—|•@,:]\s*)(?<bracket>[[(<]?)\s*${RANGE}\s*[\])>]?\s*:?$`,
  'u',
)
const INNER = new RegExp(String.raw`^(?<name>.{1,100}?)\s*:?\s*[[(]\s*${RANGE}\s*[\])]\s*:?\s+(?<rest>.*)$`, 'u')
/** Text copied from Teams' page has the time a second time, in digits: "0 minutes 3 seconds0:03". */
const SPOKEN_TAIL = new RegExp(String.raw`^(?:(.{1,120}?)\s+)??${SPOKEN}(?:(?<=[a-z])\s*\d{1,3}(?::\d{2}){1,2})?$`, 'u')
const HAS_TIME = /\d:\d\d|\d (?:[hH]o?u?r|[sS]t[uú]?n?d|heure|hora|ore|uur|[mM]inu|[sS]e[ckg][ouú])/u
const LONGEST_HEADING = 200
/** Longer text above the first time may be speech. */
const LONGEST_TITLE = 100
const HOUR_MS = 3_600_000
const HALF_DAY_MS = 12 * HOUR_MS
/** Share of times: a list in which more of them go backwards is not the course of a call. */
const BACKWARDS_SHARE = 0.1
/** A time this far from its neighbors is speech. */
const STRAY_MS = 30_000
/** Share of lines with times: above it, all lines should have the feature. */
const MOST = 0.7

/**
 * Reads a transcript with times between, before or after names and lines: the text that Teams, Meet, Otter, Fathom
 * and others write, and text copied from their pages. @returns no passage for other texts.
 */
export function readTimedText(text: string): Parsed {
  if (!HAS_TIME.test(text)) return { passages: [], asides: [], content: null }
  const lines = splitLines(text).flatMap((line) => (line.trim() === '' ? [] : [bare(line)]))
  const asides = [...lines.filter(isServiceLine), ...(text.match(CHAT_HEADS) ?? [])]
  const spoken = withoutRepeatedTimes(lines.filter((line) => line !== '' && !isServiceLine(line)))
  const stamps = findStamps(spoken)
  if (stamps.length === 0 || goesBackwards(stamps)) return { passages: [], asides, content: null }
  const names = nameHeadings(spoken, stamps)
  const passages = fill(spoken, stamps, names, asides)
  return { passages: fromStart(passages, stamps), asides, content: null }
}

/** Zoom's chat writes `10:03:22 From Dana Miller to Everyone:`. */
const CHAT = /^(\d\d:\d\d:\d\d)\s+From\s+(.{1,100}?)(?:\s+to\s+.{1,100}?)?\s*:(?=\s|$)/

const CHAT_HEADS = new RegExp(CHAT.source, 'gm')

/** A line without the markup of Markdown, lyrics and chats. */
function bare(line: string): string {
  const plain = line
    .replaceAll(/[\u00A0\u202F]/g, ' ')
    .replaceAll(/<\d{1,2}:\d\d[.:]\d{2,3}>/g, '')
    .replaceAll(MARKDOWN_LINK, '$1')
    .replaceAll(/`(\d[\d:.]*)`/g, '$1')
    .trim()
    .replace(/^[-*•] +(?=\*\*)/, '')
  const text = plain.replace(/^(?:#{1,6}|>) +/, '').replace(CHAT, '$1 $2:')
  return text.startsWith('**') ? text.replaceAll('**', '') : text
}

/** Teams' page shows each time twice, in words and in digits, or each name with it. */
function withoutRepeatedTimes(lines: readonly string[]): string[] {
  let before: Stamp | null = null
  return lines.filter((line, at) => {
    const stamp = readStamp(line, at)
    const isRepeated =
      stamp !== null &&
      (stamp.kind === 'alone' || (stamp.kind === 'tail' && stamp.name === before?.name)) &&
      before?.rest === '' &&
      before.startMs === stamp.startMs
    before = stamp
    return !isRepeated
  })
}

function findStamps(lines: readonly string[]): Stamp[] {
  const all = lines.flatMap((line, at) => readStamp(line, at) ?? [])
  // The date and time above a transcript are not one of its times.
  const isOfDay = all.filter(({ isTimeOfDay }) => isTimeOfDay).length > all.length / 2
  const found = all.filter(({ isTimeOfDay }) => isOfDay || !isTimeOfDay)
  const isName = knownNames(found)
  const named = found.filter(({ kind, name }) => kind === 'lead' || kind === 'alone' || (name !== null && isName(name)))
  const leads = named.filter(({ kind }) => kind === 'lead')
  const isHeaded = named.filter(({ kind }) => kind === 'tail' || kind === 'inner').length >= Math.max(2, leads.length)
  const labelled = leads.filter(({ rest }) => canBeName(readLabel(rest)?.name ?? ''))
  const isLabelled = labelled.length >= Math.max(2, leads.length * MOST)
  const taken = new Set(named.map(({ at }) => at))
  const plainLabels = lines.filter((line, at) => !taken.has(at) && canBeName(readLabel(line)?.name ?? '')).length
  const kept = named.filter((stamp) => {
    if (stamp.kind !== 'lead' || stamp.isApart) return true
    // "2:00 works for me" is a sentence if the surrounding lines have times and names of another form.
    if (isHeaded) return false
    return isLabelled ? readLabel(stamp.rest) !== null : plainLabels <= leads.length
  })
  return kept.filter((stamp, i) => !isStray(stamp, kept[i - 1], kept[i + 1]))
}

/** A time without a name that jumps past the times after it was said in the call. */
function isStray(stamp: Stamp, before: Stamp | undefined, after: Stamp | undefined): boolean {
  if (stamp.name !== null || stamp.isApart || readLabel(stamp.rest) !== null) return false
  const isAhead =
    after !== undefined &&
    stamp.startMs > after.startMs + STRAY_MS &&
    (before === undefined || before.startMs <= after.startMs)
  const isBehind =
    before !== undefined &&
    stamp.startMs < before.startMs - STRAY_MS &&
    (after === undefined || after.startMs >= before.startMs)
  return isAhead || isBehind
}

function readStamp(line: string, at: number): Stamp | null {
  const head = line.slice(0, LONGEST_HEADING)
  if (!HAS_TIME.test(head)) return null
  const isShort = line.length <= LONGEST_HEADING
  const spoken = isShort ? SPOKEN_TAIL.exec(line) : null
  if (spoken !== null && spoken.slice(2).some((part) => part !== undefined)) {
    const [hours = 0, minutes = 0, seconds = 0] = spoken.slice(2).map((part) => Number(part ?? 0))
    const startMs = ((hours * 60 + minutes) * 60 + seconds) * 1000
    const name = spoken[1] === undefined ? null : headingName(spoken[1])
    if (spoken[1] === undefined || name !== null)
      return {
        at,
        startMs,
        endMs: null,
        kind: name === null ? 'alone' : 'tail',
        isApart: true,
        isTimeOfDay: false,
        name,
        rest: '',
      }
  }
  // A long line is text; only its start can be a time.
  const isLong = line.length > 10 * LONGEST_HEADING
  const lead = LEAD.exec(isLong ? head : line)?.groups
  if (lead !== undefined) {
    const rest = (lead['rest'] ?? '') + (isLong ? line.slice(head.length) : '')
    return { at, ...readTimes(lead), kind: rest === '' ? 'alone' : 'lead', name: null, rest }
  }
  const tail = isShort ? TAIL.exec(line)?.groups : undefined
  const heading = headingName(tail?.['name'] ?? '')
  if (tail !== undefined && heading !== null) {
    const found = readTimes(tail)
    const isApart = found.isApart || /^(?:\t|.{2,})$/.test(tail['gap'] ?? '') || /^[[(]/.test(line)
    return { at, ...found, isApart, kind: 'tail', name: heading, rest: '' }
  }
  const inner = INNER.exec(isLong ? head : line)?.groups
  const name = headingName(inner?.['name'] ?? '')
  if (inner === undefined || name === null) return null
  return {
    at,
    ...readTimes(inner),
    kind: 'inner',
    name,
    rest: (inner['rest'] ?? '') + (isLong ? line.slice(head.length) : ''),
  }
}

function readTimes({
  date = '',
  start = '',
  end,
  bracket,
}: Partial<Record<string, string>>): Pick<Stamp, 'startMs' | 'endMs' | 'isApart' | 'isTimeOfDay'> {
  const isTimeOfDay = date !== '' || /m\.?$/i.test(start)
  const isApart = bracket !== '' || end !== undefined || isTimeOfDay
  return { startMs: readTime(start), endMs: end === undefined ? null : readTime(end), isApart, isTimeOfDay }
}

function headingName(title: string): string | null {
  if (/\d:\d\d/.test(title)) return null
  const name = cleanName(
    title
      .trim()
      .replace(/^[[(<](.*)[\])>]$/, '$1')
      .replace(/[\s:,|•–—-]+$/, ''),
  )
  return name !== null && canBeName(name) ? name : null
}

/** "Call me at 10:30" is a sentence; a name repeats, or is set off from its time. */
function knownNames(stamps: readonly Stamp[]): (name: string) => boolean {
  const counts = new Map<string, number>()
  for (const { name, isApart } of stamps) {
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + (isApart ? 2 : 1))
  }
  const isSettled = [...counts.values()].some((count) => count > 1)
  return (name) =>
    !isHeading(name) && (counts.get(name) ?? 0) > (isSettled && /^(?:\p{Lu}\S*\s?)+$/u.test(name) ? 0 : 1)
}

function goesBackwards(stamps: readonly Stamp[]): boolean {
  const backwards = stamps.filter(
    ({ startMs }, i) =>
      startMs < (stamps[i - 1]?.startMs ?? 0) && startMs + HALF_DAY_MS > (stamps[i - 1]?.startMs ?? 0),
  )
  return backwards.length > stamps.length * BACKWARDS_SHARE
}

/** Where a file has names on their own lines: before a time, after it, or behind it on the same line. */
interface Headings {
  /** Index of a line that is a name rather than speech. */
  isName: (at: number) => boolean
  getSpeaker: (stamp: Stamp) => string | null
}

function nameHeadings(lines: readonly string[], stamps: readonly Stamp[]): Headings {
  const taken = new Map(stamps.map((stamp) => [stamp.at, stamp]))
  const bare = stamps.filter(({ kind }) => kind === 'alone')
  const tails = new Set(stamps.flatMap(({ name }) => (name === null ? [] : [name])))
  const free = (at: number): string | null =>
    taken.has(at) || lines[at] === undefined ? null : headingName(lines[at] ?? '')
  const before = new Map(bare.map((stamp) => [stamp, free(stamp.at - 1)]))
  const after = new Map(bare.map((stamp) => [stamp, free(stamp.at + 1)]))
  if (tails.size > 0) {
    const isName = (at: number) => {
      const name = free(at)
      return name !== null && (taken.has(at + 1) || isInitials(lines[at - 1], name)) && tails.has(name)
    }
    const isMark = (at: number) =>
      isInitials(lines[at], lines[at + 1] ?? '') && (isName(at + 1) || taken.get(at + 1)?.kind === 'tail')
    return { isName: (at) => isName(at) || isMark(at), getSpeaker: ({ name }) => name }
  }
  const leads = stamps.filter(({ kind }) => kind === 'lead')
  const heads = new Map(
    leads.map((stamp) => [
      stamp,
      readLabel(stamp.rest)?.rest === '' || !taken.has(stamp.at + 1) ? headingName(stamp.rest.replace(/:$/, '')) : null,
    ]),
  )
  for (const [names, offset] of [
    [heads, 0],
    [before, -1],
    [after, 1],
  ] as const) {
    if (!areNames([...names.values()])) continue
    const places = new Set(
      [...names].flatMap(([stamp, name]) => (name !== null && offset !== 0 ? [stamp.at + offset] : [])),
    )
    return { isName: (at) => places.has(at), getSpeaker: (stamp) => names.get(stamp) ?? null }
  }
  return { isName: () => false, getSpeaker: () => null }
}

/** Nearly all lines have one, and the names repeat. */
function areNames(names: readonly (string | null)[]): boolean {
  const found = names.filter((name) => name !== null)
  const distinct = new Set(found).size
  return (
    found.length >= Math.max(2, names.length * MOST) &&
    distinct <= Math.max(found.length * MOST, 2) &&
    found.every((name) => !/[.!?]$/.test(name) || /\p{Lu}\.$/u.test(name))
  )
}

/** Teams shows the initials of people without a picture above the name. */
function isInitials(line: string | undefined, name: string): boolean {
  return line !== undefined && /^\p{Lu}{1,3}$/u.test(line) && name.startsWith(line.slice(0, 1))
}

function fill(
  lines: readonly string[],
  stamps: readonly Stamp[],
  { isName, getSpeaker }: Headings,
  asides: string[],
): Passage[] {
  const byLine = new Map(stamps.map((stamp) => [stamp.at, stamp]))
  const repeatsName = (at: number) => lines[at] === lines[at + 1] && isName(at + 1)
  const isDoubled = lines.filter((_, at) => repeatsName(at)).length * 2 > stamps.length
  const passages: Passage[] = []
  let speaker: string | null = null
  const say = (line: string): void => {
    const last = passages.at(-1)
    const said = last?.utterances.at(-1)
    if (speaker !== null && said !== undefined) said.lines.push(line)
    else last?.utterances.push({ speaker, lines: [line] })
  }
  lines.forEach((line, at) => {
    const stamp = byLine.get(at)
    if (stamp !== undefined) {
      const heading = getSpeaker(stamp)
      speaker = stamp.name ?? heading
      passages.push({ startMs: stamp.startMs, endMs: stamp.endMs, utterances: [] })
      const isSaid = stamp.kind === 'inner' || heading === null
      asides.push(isSaid ? line.slice(0, line.length - stamp.rest.length) : line)
      if (isSaid && stamp.rest !== '') say(stamp.rest)
    } else if (isName(at) || (isDoubled && repeatsName(at))) {
      asides.push(line)
    } else if (passages.length > 0) {
      say(line)
    } else if (isLabelled(line, lines)) {
      // Meet may leave out the time before the first words.
      passages.push({ startMs: 0, endMs: null, utterances: [] })
      say(line)
    } else if (line.length < 30 || (line.length <= LONGEST_TITLE && !/[.?!…]$/.test(line))) {
      // A title, a date, the participants.
      asides.push(line)
    }
  })
  return passages.filter(({ utterances }) => utterances.length > 0)
}

function isLabelled(line: string, lines: readonly string[]): boolean {
  const label = readLabel(line)
  return (
    label !== null &&
    label.rest !== '' &&
    lines.some((other) => other !== line && readLabel(other)?.name === label.name)
  )
}

/** If the first words come after an hour, or in the morning, the times are times of day. */
function fromStart(passages: readonly Passage[], stamps: readonly Stamp[]): Passage[] {
  const isOfDay = stamps.filter(({ isTimeOfDay }) => isTimeOfDay).length > stamps.length / 2
  let dayMs = 0
  let beforeMs = 0
  const running = passages.map((passage) => {
    const startMs = passage.startMs ?? 0
    if (startMs + HALF_DAY_MS < beforeMs) dayMs += 2 * HALF_DAY_MS
    beforeMs = startMs
    return { ...passage, startMs: startMs + dayMs, endMs: passage.endMs === null ? null : passage.endMs + dayMs }
  })
  const firstMs = running.reduce((least, { startMs }) => Math.min(least, startMs), Infinity)
  const offsetMs = isOfDay || firstMs >= HOUR_MS ? firstMs : 0
  return running.map((passage) => ({
    ...passage,
    startMs: passage.startMs - offsetMs,
    endMs: passage.endMs === null ? null : passage.endMs - offsetMs,
  }))
}
