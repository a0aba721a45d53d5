import { oneLine } from '../one-line.ts'
import { INVISIBLE, type Utterance } from './caption-text.ts'
import type { Passage } from './passage.ts'
import { isNoise } from './service-lines.ts'

/** Spoken text on one line. */
export interface SpokenText {
  speaker: string | null
  text: string
}

/** A line prefix that may name the speaker. */
interface Label {
  name: string
  rest: string
  isBracket: boolean
}

const TURN = /^(?:[-–—]|>>+)\s*/
/** Zoom and others write `Name: text`, also `**Name:** text`. */
const COLON = /^(?:\*\*|__)?([^:：]{1,100}?)(?:\*\*|__)?\s*(?:：|:(?=\s|\*\*|__|$|\p{Lu}))(?:\*\*|__)?\s*/u
/** Speech engines write `[SPEAKER_00] text` or `(Name)` on its own line. */
const BRACKETS = /^[[(]([^[\]()]{1,100}(?:\([^()]{1,40}\)[^[\]()]{0,40})?)[\])]\s*[:：]?\s*/
const MAX_LABEL_LENGTH = 130

/** A file that labels at least this share of its lines names all its speakers, including those who speak once. */
const NAMING_SHARE = 0.8
const MIN_MENTIONS = 2
/**
 * If the same name repeats in consecutive labels more often than this, unlabelled lines are unattributed, not
 * continued.
 */
const REPEATED_SHARE = 0.1

/** Lower-case words that make the text before a colon a sentence, in the languages of most calls. */
const SENTENCE_WORD =
  /^(?:is|are|was|were|be|been|am|do|does|did|has|have|had|would|could|should|can|will|this|that|these|those|it|i|you|we|they|he|she|me|us|them|my|your|our|their|his|its|what|why|how|when|where|who|which|if|because|so|but|not|as|than|then|there|here|say|says|said|think|know|mean|want|need|ask|asked|ist|sind|war|waren|wird|haben|hat|hatte|das|dass|ich|wir|sie|es|ihr|mein|meine|unser|unsere|was|wie|warum|wenn|weil|aber|nicht|also|noch|est|sont|était|c'est|nous|vous|je|il|elle|que|qui|notre|mais|es|son|está|yo|nosotros|pero|porque|nuestro|nuestra)$/
const SENTENCE_START =
  /^(?:i|i'm|i'll|we|you|it|it's|they|he|she|what|that|that's|this|these|those|so|but|and|if|because|my|our|your|here|here's|there|how|why|when|where|which|ich|wir|das|dass|aber|wenn|mein|unser|je|nous|vous|mais|yo|pero)$/i
/** Capitalized words before a colon that start a heading or a sentence. */
const HEADING =
  /^(?:agenda|action ?items?|actions?|notes?|summary|next steps?|decisions?|questions?|answers?|topics?|attendees|participants|date|time|duration|length|subject|title|meeting(?: title| name| date| id)?|transcript|location|to|from|cc|re|ps|p\.s\.|example|warning|important|conclusion|overview|yes|no|ok|okay|well|actually|remember|look|listen|first|firstly|second|secondly|third|finally|also|again|anyway|basically|today|tomorrow|frage|antwort|fazit|beispiel|wichtig|thema|teilnehmer|datum|kind|language|note|https?)$/i

type Kind = 'none' | 'sentence' | 'words' | 'name'

/** Names repeat, so results are cached for some of them. */
const kinds = new Map<string, Kind>()
const MAX_KINDS = 1000

/** How much a text resembles a speaker's name. */
function getKind(name: string): Kind {
  const known = kinds.get(name)
  if (known !== undefined) return known
  if (kinds.size >= MAX_KINDS) kinds.clear()
  const kind = detectKind(name)
  kinds.set(name, kind)
  return kind
}

function detectKind(name: string): Kind {
  const hasPhone = name.replaceAll(/\D/g, '').length >= 7
  if (!/\p{L}|\p{Extended_Pictographic}/u.test(name) && !hasPhone) return 'none'
  if (/[{}<>\\]|^[^"]*"[^"]*$/.test(name)) return 'none'
  if (isNoise(`[${name}]`) || name.split(' ').length > 14) return 'none'
  const words = name
    .replaceAll(/[([{|].*$/gu, '')
    .replaceAll('’', "'")
    .trim()
    .split(/\s+/)
  if (/[?!;][\s"”]|[?!;]$|[.,] (?:and|but|so|i|we|the|it)\b/.test(name)) return 'sentence'
  if (words.length > 1 && SENTENCE_START.test(words[0] ?? '')) return 'sentence'
  if (words.some((word, at) => (at > 0 || words.length === 1) && SENTENCE_WORD.test(word.replace(/[.,]$/, ''))))
    return 'sentence'
  if (HEADING.test(name)) return 'words'
  const isLower = (word: string) =>
    /^\p{Ll}{3,}$/u.test(word) && !/^(?:van|von|der|den|del|dos|das|bin|ibn|und|and|für|the|iphone|ipad)$/.test(word)
  return words.some(isLower) && !/\d|_/.test(name) ? 'words' : 'name'
}

/** True for text that can be a speaker's name in formats that have names. */
export function canBeName(text: string): boolean {
  return text.length <= 100 && ['name', 'words'].includes(getKind(text))
}

/** True for headings of a text or a section: "Agenda", "Meeting title". */
export function isHeading(label: string): boolean {
  return HEADING.test(label)
}

/** A speaker's name without direction marks and surrounding quotes and punctuation; null for none ("-"). */
export function cleanName(text: string): string | null {
  const name = oneLine(text.replaceAll(INVISIBLE, '')).replace(/^["'“”*_\s]+|["'“”*_\s]+$/g, '')
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(name) ? name : null
}

/** Rev writes `<v ->` when it knows no name. */
function voiceName(voice: string): string | null {
  const name = oneLine(voice.replaceAll(INVISIBLE, ''))
  return /^[-–—\s]*$/.test(name) ? null : name
}

/** The name at the start of a line, in brackets or before a colon. */
export function readLabel(line: string): Label | null {
  if (!/^.{0,130}[:：]|^(?:[-–—>]+\s*)?[[(]/.test(line)) return null
  const turn = TURN.exec(line)?.[0].length ?? 0
  const start = line.slice(turn, turn + MAX_LABEL_LENGTH)
  const colon = COLON.exec(start)
  const match = colon ?? BRACKETS.exec(start)
  const name = match?.[1] === undefined ? null : cleanName(match[1].replace(/^[[(<](.*)[\])>]$/, '$1'))
  if (match === null || name === null || getKind(name) === 'none') return null
  if (colon === null && !/[\p{Lu}\p{Lo}\p{N}]/u.test(name)) return null
  return { name, rest: line.slice(turn + match[0].length), isBracket: colon === null }
}

/**
 * Finds speakers by the labels at the start of lines. A repeated label is a speaker; so is one that occurs once in a
 * file that labels nearly all lines, or every change.
 * @returns the text of each passage, in turns; where only changes are labelled, an unlabelled line continues the
 * previous speaker.
 */
export function nameSpeakers(passages: readonly Passage[]): SpokenText[][] {
  const named = namesOnFirstLines(passages) ?? passages
  const starts = named.flatMap(({ utterances }) =>
    utterances.flatMap(({ speaker, lines: [line = ''] }) => (speaker === null && !isNoise(line) ? [line] : [])),
  )
  const names = withInnerNames(findNames(starts), named)
  const turns = named.map(({ utterances }) => utterances.map((said) => splitAtLabels(said, names)))
  // Among cues with voice tags, a cue without one has no speaker.
  const isVoiced = named.some(({ utterances }) => utterances.some(({ speaker }) => speaker !== null))
  return goOn(turns, !isVoiced)
}

/** Older Teams documents have the name on its own line: the same few names start every cue. */
function namesOnFirstLines(passages: readonly Passage[]): Passage[] | null {
  const said = passages.map(({ utterances: [first, second] }) => (second === undefined ? first : undefined))
  if (said.length < 3 || !said.every((only) => only?.speaker === null && only.lines.length > 1)) return null
  const counts = new Map<string, number>()
  for (const only of said) {
    const name = only?.lines[0] ?? ''
    if (readLabel(name) !== null || !canBeName(name) || /[.,?!]$/.test(name)) return null
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  if (counts.size * MIN_MENTIONS > passages.length) return null
  return passages.map((passage) => ({
    ...passage,
    utterances: passage.utterances.map(({ lines: [name = '', ...lines] }) => ({ speaker: cleanName(name), lines })),
  }))
}

function findNames(starts: readonly string[]): Set<string> {
  const labels = starts.flatMap((line, at) => {
    const label = readLabel(line)
    return label === null ? [] : [{ at, name: label.name, kind: getKind(label.name), isBracket: label.isBracket }]
  })
  const counts = new Map<string, number>()
  for (const { name } of labels) counts.set(name, (counts.get(name) ?? 0) + 1)
  const recurs = (name: string) => (counts.get(name) ?? 0) >= MIN_MENTIONS
  // Bracketed text that occurs once is a remark, unless the file puts names in brackets.
  const isBracketed = labels.some(({ name, kind, isBracket }) => isBracket && kind === 'name' && recurs(name))
  const likely = labels.filter(
    ({ name, kind, isBracket }) => kind !== 'sentence' && (!isBracket || recurs(name) || isBracketed),
  )
  if (likely.length === starts.length && likely.every(({ kind, name }) => kind === 'name' && !HEADING.test(name)))
    return among(likely)
  const share = (found: readonly unknown[]) => found.length / Math.max(1, starts.length)
  if (likely.length >= MIN_MENTIONS && share(likely) >= NAMING_SHARE) {
    const isWhole = likely.length === starts.length
    const accepted = likely.filter(({ name, kind }) => isWhole || kind === 'name' || recurs(name))
    return among(accepted)
  }
  const recurring = labels.filter(({ name, kind }) => recurs(name) && kind !== 'sentence' && !HEADING.test(name))
  const isSettled = new Set(recurring.map(({ name }) => name)).size > 1 || recurring[0]?.at === 0
  const accepted = isSettled ? recurring : []
  if (labels.length === starts.length && labels.every(({ name }) => recurs(name)) && counts.size > 1)
    return among(labels)
  const [first] = likely
  const once = likely.filter(({ name, kind }) => kind === 'name' && !HEADING.test(name) && !recurs(name))
  const isNaming =
    accepted.length > 0 || (first?.at === 0 && once.length > 1 && once.every(({ name }) => /\s/.test(name)))
  const written = isNaming ? lowerCaseWords(starts) : new Set<string>()
  return among([
    ...accepted,
    ...(isNaming ? once.filter(({ name }) => !name.split(' ').every((word) => written.has(word.toLowerCase()))) : []),
  ])
}

/** Where a name can begin within a line: after the end of a sentence. */
const INNER_START = /(?<=[.?!…]["”’']?\s)(?=\p{Lu}[^:：.?!]{0,60}[:：]\s)/u

/** Adds names that repeat only inside cues. */
function withInnerNames(names: Set<string>, passages: readonly Passage[]): Set<string> {
  if (names.size === 0) return names
  const counts = new Map<string, number>()
  for (const { utterances } of passages)
    for (const { speaker, lines } of utterances) {
      if (speaker !== null) continue
      const inner = lines.flatMap((line, at) => getPieces(line).slice(at === 0 ? 1 : 0))
      for (const label of inner.map(readLabel))
        if (label !== null) counts.set(label.name, (counts.get(label.name) ?? 0) + 1)
    }
  const added = [...counts].filter(
    ([name, count]) => count >= MIN_MENTIONS && getKind(name) === 'name' && !HEADING.test(name),
  )
  return new Set([...names, ...added.map(([name]) => name)])
}

function getPieces(line: string): string[] {
  const rest = readLabel(line)?.rest ?? line
  const [first = '', ...others] = rest.split(INNER_START)
  return [line.slice(0, line.length - rest.length) + first, ...others]
}

/** "Dana: Good morning. Marcus: Hello." has two speakers. */
function splitInside(line: string, names: ReadonlySet<string>): string[] {
  if (names.size === 0) return [line]
  const found: string[] = []
  for (const piece of getPieces(line)) {
    const name = readLabel(piece)?.name
    if (found.length === 0 || (name !== undefined && names.has(name))) found.push(piece)
    else found[found.length - 1] += piece
  }
  return found
}

function among(labels: readonly { name: string }[]): Set<string> {
  return new Set(labels.map(({ name }) => name))
}

/** A word that also occurs in lower case is not a name. */
function lowerCaseWords(starts: readonly string[]): Set<string> {
  return new Set(starts.flatMap((line) => line.match(/(?<![\p{L}\p{N}])\p{Ll}+/gu) ?? []))
}

interface Turn extends SpokenText {
  /** A change of speaker without a name. */
  changes: boolean
}

function splitAtLabels({ speaker, lines, isNew = false }: Utterance, names: ReadonlySet<string>): Turn[] {
  if (speaker !== null) {
    const text = oneLine(lines.join(' '))
    const label = readLabel(text)
    // noScribe writes the name twice: `<v S00>S00: text`.
    const said = label !== null && label.name === cleanName(speaker) ? label.rest : text
    return [{ speaker: voiceName(speaker), text: said, changes: false }]
  }
  const dashes = lines.filter((line) => /^[-–—](?:\s|$)/.test(line)).length
  const found: { speaker: string | null; lines: string[]; changes: boolean }[] = []
  for (const line of lines.flatMap((whole) => splitInside(whole, names))) {
    const label = readLabel(line)
    const last = found.at(-1)
    const isTurn = (names.size > 0 && /^(?:>>|[-–—]$)/.test(line)) || (dashes > 1 && TURN.test(line))
    if (label !== null && names.has(label.name))
      found.push({ speaker: label.name, lines: [label.rest], changes: false })
    else if (isTurn) found.push({ speaker: null, lines: [line.replace(TURN, '')], changes: true })
    else if (last === undefined) found.push({ speaker: null, lines: [line], changes: isNew })
    else last.lines.push(line)
  }
  return found.map(({ lines: said, ...turn }) => ({ ...turn, text: oneLine(said.join(' ')) }))
}

/** In a file that labels only changes, unlabelled lines continue the previous speaker. */
function goOn(passages: readonly (readonly Turn[][])[], mayName: boolean): SpokenText[][] {
  const all = passages.flat(2)
  const names = all.flatMap(({ speaker }) => (speaker === null ? [] : [speaker]))
  const repeated = names.filter((name, at) => at > 0 && name === names[at - 1]).length
  const namesChanges = mayName && names.length > 1 && repeated <= names.length * REPEATED_SHARE
  let last: string | null = null
  let isAbove = false
  return passages.map((utterances) =>
    utterances.flat().flatMap(({ speaker, text, changes }) => {
      if (speaker !== null || changes || !(namesChanges || isAbove)) last = speaker
      // A name on its own line applies to the lines below it.
      isAbove = speaker === null ? isAbove && !changes : text === ''
      return text === '' ? [] : [{ speaker: last, text }]
    }),
  )
}
