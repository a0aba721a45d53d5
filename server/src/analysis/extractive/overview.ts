import type { DraftItem } from '../analyst.ts'
import type { CallWords } from './call-words.ts'
import type { Candidate } from './candidates.ts'
import { choose } from './choose.ts'
import { agreement } from './agreements.ts'
import { importance, isQuestion, selfContained } from './cues.ts'
import { GIST, gistOf } from './gist.ts'
import { nextSteps } from './next-steps.ts'
import { opening } from './opening.ts'
import { telling } from './points.ts'
import { reported, tell } from './report.ts'
import type { Sentence } from './sentences.ts'
import type { Sides } from './sides.ts'
import type { Subject } from './subjects.ts'
import type { Task } from './tasks.ts'
import { splitTopics } from './topics.ts'
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
  /** Null in a call that is not about buying. */
  sides: Sides | null
  tasks: readonly Task[]
  /** How many sentences of the call are told at most. */
  count: number
}

const MOST_TOPICS = 4
const CANDIDATES_PER_TOPIC = 12
const COMFORTABLE_WORDS = 16
/** What is told in somebody's own words reads less like a report. */
const MANNER_WORTH = { fact: 1, indirect: 1, quote: 0.5, label: 0.15 }

/** Sums a call up in its order: who met about what, then what a reader asks for first, and what comes next. */
export function overviewOf(material: Material): Overview {
  const told = material.sides === null ? [] : gist(material, material.sides)
  const more = acrossTopics(material, told)
  const all = [...told, ...more].toSorted((a, b) => a.sentence.index - b.sentence.index)
  return { items: [...opening(material), ...all.map((candidate) => reported(candidate, material.sentences)), ...nextSteps(material.tasks)], told: all }
}

/** For each question of the gist the sentence that answers it best. */
function gist(material: Material, sides: Sides): Candidate[] {
  const { candidates, sentences, count } = material
  const told: Candidate[] = []
  for (const question of GIST) {
    const [best] = choose(candidates, { count: 1, worth: (candidate) => (told.includes(candidate) ? 0 : gistOf(candidate, question, sentences, sides) * worth(candidate, sentences)), besides: told })
    if (best !== undefined && told.length < count) told.push(best)
  }
  return told
}

/** Of each part of the call what tells most of it, beside what is told already. */
function acrossTopics({ sentences, candidates, words, count }: Material, told: readonly Candidate[]): Candidate[] {
  const left = count - told.length
  if (left <= 0) return []
  const topics = splitTopics(sentences, words, Math.max(1, Math.min(MOST_TOPICS, left, Math.round(candidates.length / CANDIDATES_PER_TOPIC))))
  const more: Candidate[] = []
  for (const topic of topics) {
    const inside = candidates.filter((candidate) => isWithin(topic, candidate.sentence) && !told.includes(candidate))
    more.push(...choose(inside, { count: Math.max(1, Math.round(left / topics.length)), worth: (candidate) => worth(candidate, sentences), besides: [...told, ...more] }))
  }
  return more
}

function worth(candidate: Candidate, sentences: readonly Sentence[]): number {
  const { text, score } = candidate
  if (isQuestion(text)) return 0
  // A report is made of short sentences.
  const brevity = Math.min(1, COMFORTABLE_WORDS / wordsOf(text).length)
  return score * (1 + 0.2 * importance(text)) * selfContained(text) * brevity * telling(candidate, sentences.length) * (agreement(candidate, sentences) === null ? MANNER_WORTH[tell(candidate).manner] : 1)
}

/** A part of the call is a run of neighbours. */
function isWithin(part: readonly Sentence[], { index }: Sentence): boolean {
  return index >= (part[0]?.index ?? 0) && index <= (part.at(-1)?.index ?? -1)
}
