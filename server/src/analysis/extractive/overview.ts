import type { DraftItem } from '../analyst.ts'
import type { CallWords } from './call-words.ts'
import type { Candidate } from './candidates.ts'
import { choose } from './choose.ts'
import { selfContained } from './cues.ts'
import { bestGist, GIST, gistOf } from './gist.ts'
import { nextSteps } from './next-steps.ts'
import { opening } from './opening.ts'
import { telling } from './points.ts'
import { mannerWorth, reported } from './report.ts'
import type { Sentence } from './sentences.ts'
import type { Sides } from './sides.ts'
import type { Subject } from './subjects.ts'
import type { Task } from './tasks.ts'
import { isWithin, type TopicSplitter } from './topics.ts'
import { wordsOf } from './words.ts'

export interface Overview {
  items: DraftItem[]
  /** The sentences of the call that it tells. */
  told: Candidate[]
}

interface Material {
  sentences: readonly Sentence[]
  /** What can be told. */
  candidates: readonly Candidate[]
  words: CallWords
  split: TopicSplitter
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
/** What answers a question need not be as central to the call. */
const CENTRALITY_POWER = 0.6
const LEAST_ANSWER = 0.2
const SAID = /^([^"]{1,60}?) said that /

/** Sums a call up in its order: who met about what, then what a reader asks for first, and what comes next. */
export function overviewOf(material: Material): Overview {
  const answers = material.sides === null ? [] : answersOf(material, material.sides)
  const told = (answers.length > 0 ? answers : acrossTopics(material)).toSorted((a, b) => a.sentence.index - b.sentence.index)
  return { items: [...opening(material), ...joined(told.map((candidate) => reported(candidate, material.sentences))), ...nextSteps(material.tasks, material.words)], told }
}

/** Who says something right after saying something adds it. */
function joined(items: readonly DraftItem[]): DraftItem[] {
  return items.map((item, i) => {
    const said = SAID.exec(item.text)?.[0]
    return said !== undefined && items[i - 1]?.text.startsWith(said) === true ? { ...item, text: item.text.replace(SAID, '$1 added that ') } : item
  })
}

/** For each question that a reader of a sales call has the sentence that answers it best, then what answers any of them best. */
function answersOf({ candidates, sentences, count }: Material, sides: Sides): Candidate[] {
  const told: Candidate[] = []
  const take = (answer: (candidate: Candidate) => number) => {
    const worth = (candidate: Candidate) => answer(candidate) * candidate.score ** CENTRALITY_POWER * reading(candidate, sentences)
    told.push(...choose(candidates.filter((candidate) => !told.includes(candidate)), { count: 1, worth: (candidate) => Math.max(0, worth(candidate) - LEAST_ANSWER), besides: told }))
  }
  for (const gist of GIST) if (told.length < count) take((candidate) => gistOf(candidate, gist, sentences, sides))
  for (let left = count - told.length; left > 0; left--) take((candidate) => bestGist(candidate, sentences, sides))
  return told
}

/** Of each part of the call what tells most of it. */
function acrossTopics({ sentences, candidates, split, count }: Material): Candidate[] {
  const topics = split(Math.max(1, Math.min(MOST_TOPICS, count, Math.round(candidates.length / CANDIDATES_PER_TOPIC))))
  const more: Candidate[] = []
  for (const topic of topics) {
    const inside = candidates.filter((candidate) => isWithin(topic, candidate.sentence))
    const worth = (candidate: Candidate) => candidate.score * (1 + 0.2 * candidate.importance) * reading(candidate, sentences)
    more.push(...choose(inside, { count: Math.max(1, Math.round(count / topics.length)), worth, besides: more }))
  }
  return more
}

/** How well a sentence reads in a report, 0–1: short, by itself, and not in somebody's own words. */
function reading(candidate: Candidate, sentences: readonly Sentence[]): number {
  const brevity = Math.min(1, COMFORTABLE_WORDS / wordsOf(candidate.text).length)
  return brevity * mannerWorth(candidate, sentences) * selfContained(candidate.text) * telling(candidate, sentences.length)
}
