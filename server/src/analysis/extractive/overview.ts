import type { DraftItem } from '../analyst.ts'
import type { CallWords } from './call-words.ts'
import type { Candidate } from './candidates.ts'
import { choose } from './choose.ts'
import { importance, isQuestion, selfContained } from './cues.ts'
import { telling } from './points.ts'
import { reported } from './report.ts'
import type { Sentence } from './sentences.ts'
import { shortName } from './speakers.ts'
import { pickSubjects, type Subject } from './subjects.ts'
import { splitTopics } from './topics.ts'
import { capitalised } from './third-person.ts'
import { wordsOf } from './words.ts'

export interface Overview {
  items: DraftItem[]
  /** The sentences of the call that it tells. */
  told: Candidate[]
}

interface Material {
  sentences: readonly Sentence[]
  candidates: readonly Candidate[]
  words: CallWords
  subjects: readonly Subject[]
  /** How many sentences of the call are told at most. */
  count: number
}

const MOST_TOPICS = 4
const CANDIDATES_PER_TOPIC = 12
const SUBJECTS_PER_LINE = 4
const OPENERS = ['First, ', 'Then ', 'After that, ']
const COMFORTABLE_WORDS = 12

/** Sums a call up: what it was about, and for each of its parts who spoke of what, with the sentence that tells most of it. */
export function overviewOf({ sentences, candidates, words, subjects, count }: Material): Overview {
  const spent = new Set<string>()
  const topics = splitTopics(sentences, words, Math.max(1, Math.min(MOST_TOPICS, count, Math.round(candidates.length / CANDIDATES_PER_TOPIC))))
  const items = openingLine(pickSubjects(subjects, ({ weight }) => weight, SUBJECTS_PER_LINE, spent), sentences)
  const told: Candidate[] = []
  topics.forEach((topic, i) => {
    const opener = topics.length < 2 ? '' : i === topics.length - 1 ? 'Finally, ' : (OPENERS[i] ?? '')
    items.push(...topicLine(pickSubjects(subjects, (subject) => subject.weight * belonging(subject, topic), SUBJECTS_PER_LINE, spent), topic, opener))
    const inside = candidates.filter(({ sentence }) => isWithin(topic, sentence))
    const best = choose(inside, { count: Math.max(1, Math.round(count / topics.length)), worth: (candidate) => worth(candidate) * telling(candidate, sentences.length), besides: told })
    items.push(...best.map(reported))
    told.push(...best)
  })
  return { items, told }
}

function worth({ text, score }: Candidate): number {
  // A report is made of short sentences.
  const brevity = Math.min(1, COMFORTABLE_WORDS / wordsOf(text).length)
  return isQuestion(text) ? 0 : score * (1 + 0.2 * importance(text)) * selfContained(text) * brevity
}

/** The share of a subject's mentions that fall into a part of the call; 0 when it is named there only once. */
function belonging({ mentions }: Subject, topic: readonly Sentence[]): number {
  const here = mentions.filter((sentence) => isWithin(topic, sentence)).length
  return here < 2 ? 0 : here / mentions.length
}

function openingLine(subjects: readonly Subject[], sentences: readonly Sentence[]): DraftItem[] {
  if (subjects.length === 0) return []
  return [{ text: `The ${kindOfTalk(sentences)} was about ${listed(subjects.map(({ name }) => name))}.`, segmentIds: mentionsOf(subjects, sentences) }]
}

/** "Then Dana and Marcus discussed the security review and pricing." */
function topicLine(subjects: readonly Subject[], topic: readonly Sentence[], opener: string): DraftItem[] {
  if (subjects.length === 0) return []
  const who = leading(topic)
  const people = who.length > 3 || who.length === 0 ? 'the participants' : listed(who)
  const text = `${opener}${people} ${who.length === 1 ? 'talked about' : 'discussed'} ${listed(subjects.map(({ name }) => name))}.`
  return [{ text: capitalised(text), segmentIds: mentionsOf(subjects, topic) }]
}

const ALONE = 0.75
const TAKES_PART = 0.15

/** Who speaks in a part of the call: one who holds it nearly alone, else all with a fair share; most words first. */
function leading(topic: readonly Sentence[]): string[] {
  const said = new Map<string, number>()
  for (const { speaker, text } of topic) if (speaker !== null) said.set(speaker, (said.get(speaker) ?? 0) + wordsOf(text).length)
  const total = topic.reduce((sum, { text }) => sum + wordsOf(text).length, 0)
  const order = [...said].toSorted((a, b) => b[1] - a[1])
  const alone = order.filter(([, words]) => words > ALONE * total)
  return (alone.length > 0 ? alone : order.filter(([, words]) => words > TAKES_PART * total)).map(([name]) => shortName(name))
}

function kindOfTalk(sentences: readonly Sentence[]): 'call' | 'meeting' {
  const says = (pattern: RegExp) => sentences.filter(({ text }) => pattern.test(text)).length
  return says(/\bmeetings?\b/i) > says(/\bcalls?\b/i) ? 'meeting' : 'call'
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

const MOST_MENTIONS = 4

function mentionsOf(subjects: readonly Subject[], within: readonly Sentence[]): string[] {
  const shown = subjects.flatMap(({ mentions }) => mentions.filter((sentence) => isWithin(within, sentence)).slice(0, MOST_MENTIONS))
  return [...new Set(shown.flatMap(({ segmentIds }) => segmentIds))]
}

/** A part of the call is a run of neighbours. */
function isWithin(part: readonly Sentence[], { index }: Sentence): boolean {
  return index >= (part[0]?.index ?? 0) && index <= (part.at(-1)?.index ?? -1)
}
