import { getWords } from '../language/english.ts'
import type { Segment, Word } from '@callfolio/shared/contract/transcript.ts'
import { oneLine } from '@callfolio/shared/one-line.ts'
import { tidy } from './clean.ts'
import { oneOf } from '../language/phrases.ts'
import { contentStems } from './words.ts'

/** A sentence of the call and the transcript lines it was said in. */
export interface Sentence {
  /** Index in the call, from 0. */
  index: number
  /** As transcribed, fillers included. */
  text: string
  /** The readable form. */
  tidied: string
  /** Stems of its content words, in order. */
  stems: readonly string[]
  speaker: string | null
  segmentIds: string[]
  /** False when another speaker interrupted, so the lines are not one unbroken run of the transcript. */
  unbroken: boolean
  /** Mean confidence of its lines' words; null if the engine gives none. */
  confidence: number | null
}

interface Piece {
  segment: Segment
  /** The segment's words on one line, without control characters. */
  text: string
  position: number
  /** Offset of the segment's text in the joined text. */
  offset: number
}

/** One speaker's words whose sentence has not ended yet. */
interface Turn {
  speaker: string | null
  text: string
  pieces: Piece[]
  endMs: number
}

/** A longer pause starts a new sentence. */
const LONGEST_PAUSE_MS = 2500
/** Interjections of others that may fall between two lines of one sentence. */
const MOST_LINES_BETWEEN = 3
const LONGEST_TURN_WORDS = 400
/** Characters; longer text was never one sentence, and would slow down the rules that look for repeats. */
const LONGEST_SENTENCE = 2000
/** In unpunctuated text a sentence ends at a long pause, or at a short one before a typical opener. */
const SENTENCE_PAUSE_MS = 600
const SHORT_PAUSE_MS = 150
const FEWEST_WORDS_BEFORE_OPENER = 4
const OPENER = new RegExp(
  `^${oneOf(`i, i'll, i'm, we, we'll, you, he, she, they, it, it's, that, there, this, these, let, let's, if, then, and, but, so, yes, no,
  what, who, how, where, when, why, could, can, most, every, with`)}$`,
  'i',
)

/** Words; a longer sentence is cut at its clauses. */
const LONGEST_READABLE = 30
const FEWEST_CLAUSE_WORDS = 7
const NEW_CLAUSE =
  /[,;]\s+(?=(?:and|but|so|then|because|'cause)\s+(?:then\s+|if\s+)?(?:I|we|you|they|it|he|she|there|that|this|the|what)\b)|[,;]\s+(?=(?:I|we|they|it|there|that)(?:'\w+)?\s)/gi

const SENTENCE_END = /[.?!…]+["')\]]*(?=\s|$)/g
const ABBREVIATION = /\b(?:mr|mrs|ms|dr|hon|prof|st|vs|etc|approx|inc|ltd|co|e\.g|i\.e|a\.m|p\.m|u\.s|u\.k|[a-z])\.$/i

/**
 * Splits a transcript into sentences in order of time. A speaker's lines are joined until the sentence ends, across
 * short interjections of others; text without punctuation is split at lines and pauses.
 */
export function splitSentences(segments: readonly Segment[]): Sentence[] {
  const punctuated = isPunctuated(segments)
  const open = new Map<string | null, Turn>()
  const done: Turn[] = []
  const close = (turn: Turn) => {
    done.push(turn)
    open.delete(turn.speaker)
  }
  segments.forEach((segment, position) => {
    const text = oneLine(segment.text)
    if (text === '') return
    const turn = open.get(segment.speaker)
    if (turn !== undefined && punctuated && continues(turn, segment, position)) {
      turn.pieces.push({ segment, text, position, offset: turn.text.length + 1 })
      turn.text += ` ${text}`
      turn.endMs = segment.end_ms
    } else {
      if (turn !== undefined) close(turn)
      open.set(segment.speaker, {
        speaker: segment.speaker,
        text,
        pieces: [{ segment, text, position, offset: 0 }],
        endMs: segment.end_ms,
      })
    }
  })
  done.push(...open.values())
  const sentences = done
    .flatMap((turn) => (punctuated ? getSentences(turn) : splitAtPauses(turn)))
    .filter(({ text }) => text.length <= LONGEST_SENTENCE)
  return sentences
    .toSorted((a, b) => a.start - b.start)
    .map(({ start: _, ...sentence }, index) => ({
      ...sentence,
      tidied: tidy(sentence.text),
      stems: contentStems(sentence.text),
      index,
    }))
}

function isPunctuated(segments: readonly Segment[]): boolean {
  const text = segments.map((segment) => segment.text).join(' ')
  return (text.match(/[.?!](?=\s|$)/g)?.length ?? 0) * 60 >= getWords(text).length
}

function continues(turn: Turn, next: Segment, position: number): boolean {
  const last = turn.pieces.at(-1)
  if (last === undefined || position - last.position > MOST_LINES_BETWEEN + 1) return false
  if (position - last.position > 1 && /[.?!]["')]?$/.test(turn.text)) return false
  return next.start_ms - turn.endMs <= LONGEST_PAUSE_MS && getWords(turn.text).length < LONGEST_TURN_WORDS
}

type Unnumbered = Omit<Sentence, 'index' | 'stems' | 'tidied'> & { start: number }

function getSentences(turn: Turn): Unnumbered[] {
  const sentences: Unnumbered[] = []
  let start = 0
  for (const end of turn.text.matchAll(SENTENCE_END)) {
    const stop = end.index + end[0].length
    const text = turn.text.slice(start, stop)
    const opensLower = /^\s+[a-z]/.test(turn.text.slice(stop))
    if (end[0] === '.' && (ABBREVIATION.test(text) || opensLower)) continue
    sentences.push(...clausesAt(turn, start, stop))
    start = stop
  }
  if (turn.text.slice(start).trim() !== '') sentences.push(...clausesAt(turn, start, turn.text.length))
  return sentences
}

/** Cuts an overlong sentence where a new clause begins. */
function clausesAt(turn: Turn, start: number, stop: number): Unnumbered[] {
  const clauses: Unnumbered[] = []
  let from = start
  let [counted, words, left] = [start, 0, getWords(turn.text.slice(start, stop)).length]
  if (left > LONGEST_READABLE) {
    for (const { index } of turn.text.slice(start, stop).matchAll(NEW_CLAUSE)) {
      const cut = start + index + 1
      const more = getWords(turn.text.slice(counted, cut)).length
      words += more
      left -= more
      counted = cut
      if (words < FEWEST_CLAUSE_WORDS || left < FEWEST_CLAUSE_WORDS) continue
      clauses.push(sentenceAt(turn, from, cut))
      from = cut
      words = 0
    }
  }
  return [...clauses, sentenceAt(turn, from, stop)]
}

function sentenceAt(turn: Turn, start: number, stop: number): Unnumbered {
  const from = start + (turn.text.slice(start, stop).match(/^\s*/)?.[0].length ?? 0)
  const pieces = turn.pieces.filter((piece) => piece.offset < stop && piece.offset + piece.text.length > from)
  const first = pieces[0]
  return {
    text: turn.text.slice(from, stop).trim(),
    speaker: turn.speaker,
    segmentIds: pieces.map((piece) => piece.segment.id),
    unbroken: pieces.every((piece, i) => piece.position === (first?.position ?? 0) + i),
    confidence: meanConfidence(pieces.map((piece) => piece.segment)),
    start: (first?.position ?? 0) + start / (turn.text.length + 1),
  }
}

/** An unpunctuated line, cut at the speaker's pauses. */
function splitAtPauses(turn: Turn): Unnumbered[] {
  return turn.pieces.flatMap(({ segment, text, position }) => {
    const whole = { speaker: turn.speaker, segmentIds: [segment.id], unbroken: true }
    const pauseGroups = cutAtPauses(segment.words ?? [])
    if (pauseGroups.length < 2) return [{ ...whole, text, confidence: meanConfidence([segment]), start: position }]
    return pauseGroups.map((words, i) => ({
      ...whole,
      text: oneLine(words.map((word) => word.text).join(' ')),
      confidence: meanConfidence([{ ...segment, words }]),
      start: position + i / (pauseGroups.length + 1),
    }))
  })
}

function cutAtPauses(words: readonly Word[]): Word[][] {
  const pauseGroups: Word[][] = []
  for (const word of words) {
    const group = pauseGroups.at(-1)
    const last = group?.at(-1)
    const pause = word.start_ms - (last?.end_ms ?? 0)
    const opens =
      pause >= SHORT_PAUSE_MS && OPENER.test(word.text) && (group?.length ?? 0) >= FEWEST_WORDS_BEFORE_OPENER
    if (group === undefined || pause >= SENTENCE_PAUSE_MS || opens) pauseGroups.push([word])
    else group.push(word)
  }
  return pauseGroups
}

function meanConfidence(segments: readonly Segment[]): number | null {
  const known = segments
    .flatMap((segment) => segment.words ?? [])
    .flatMap((word) => (word.confidence === undefined ? [] : [word.confidence]))
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
