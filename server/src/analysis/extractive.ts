import type { AnalyseInput, AnalysisDraft, Analyst, DraftItem } from './analyst.ts'
import { actionItem, todoItem } from './extractive/actions.ts'
import { isBroken } from './extractive/clean.ts'
import { candidatesOf, type Candidate } from './extractive/candidates.ts'
import { choose } from './extractive/choose.ts'
import { findCommitments, standing, type Commitment } from './extractive/commitments.ts'
import { importance, isQuestion, selfContained } from './extractive/cues.ts'
import { quoteWorth } from './extractive/quotes.ts'
import { reported } from './extractive/report.ts'
import { splitSentences } from './extractive/sentences.ts'
import { castOf } from './extractive/speakers.ts'
import { wordsOf } from './extractive/words.ts'
import { weighWords, type CallWords } from './extractive/call-words.ts'
import { findSubjects, type Subject } from './extractive/subjects.ts'
import { splitTopics } from './extractive/topics.ts'
import { openingLine, topicLine } from './extractive/overview.ts'
import type { Sentence } from './extractive/sentences.ts'
import { cover } from './extractive/cover.ts'
import { decides } from './extractive/decisions.ts'

/** An analyst without a model and without a network: it picks what was said, for English. */
export function createExtractiveAnalyst(): Analyst {
  return {
    name: 'extractive',
    status: async () => ({
      name: 'extractive',
      ready: true,
      sends_to: null,
      note: 'Picks sentences from the call by rules for English; it does not write text of its own.',
      cost_ratio: 0,
    }),
    analyse: async (input, options) => {
      options.signal.throwIfAborted()
      const draft = extract(input)
      options.onProgress(1)
      return draft
    },
  }
}

/** How many items each list gets at most, from the number of sentences worth showing; a machine's draft gets fewer. */
function sizesOf(candidates: number, draft: boolean) {
  const share = (per: number, least: number, most: number) => Math.max(least, Math.min(most, Math.round(candidates / per)))
  return draft
    ? { summary: share(8, 1, 4), points: share(10, 1, 4), actions: share(12, 1, 4), quotes: share(12, 1, 3) }
    : { summary: share(6, 5, 7), points: share(6, 5, 10), actions: share(7, 6, 8), quotes: share(9, 3, 6) }
}

function extract({ segments, draft }: AnalyseInput): AnalysisDraft {
  const sentences = splitSentences(segments)
  const cast = castOf(sentences)
  const candidates = candidatesOf(sentences, draft)
  const sizes = sizesOf(candidates.length, draft)
  const shown = new Set(candidates.map((candidate) => candidate.sentence))
  const found = findCommitments(sentences, cast).filter(({ sentence }) => !draft || shown.has(sentence))
  const commitments = strongest(standing(found), 99).map((commitment) => ({ commitment, action: actionItem(commitment, sentences), todo: todoItem(commitment, sentences) }))
  const tasks = commitments.filter(({ action }) => action.text.split(' ').length > 3 && !isBroken(action.text)).toSorted((a, b) => b.commitment.strength - a.commitment.strength).slice(0, N('ACTS', 8)).toSorted((a, b) => a.commitment.sentence.index - b.commitment.sentence.index)
  const promised = new Set(found.map((commitment) => commitment.sentence))
  const unpromised = candidates.filter(({ sentence }) => !promised.has(sentence))
  const told = summarise(sentences, candidates)
  const points = cover(unpromised.filter((c) => !isQuestion(c.text) && !told.shown.includes(c)), weighWords(sentences), N('POINTS', 10), (c) => selfContained(c.text) * (1 + N('IMP', 0.3) * importance(c.text)) * (1 + N('DEC', 0) * decides(c, sentences)), told.shown)
  const quotes = choose(unpromised, { count: sizes.quotes, worth: quoteWorth })
  return {
    title: null,
    summary: told.items,
    quotes: quotes.map(({ sentence: { text, segmentIds } }) => ({ text, segmentIds })),
    actionPoints: tasks.map(({ action }) => action),
    importantPoints: points.map(reported),
    todoList: tasks.map(({ todo }) => todo),
  }
}

const COMFORTABLE_WORDS = 20

function summaryWorth(candidate: Candidate): number {
  const { text, score } = candidate
  return isQuestion(text) ? 0 : score * (1 + 0.2 * importance(text)) * selfContained(text) * brevity(text)
}

function pointWorth(candidate: Candidate): number {
  const { text, score } = candidate
  return isQuestion(text) ? 0 : (0.2 + score) * (0.3 + importance(text)) * selfContained(text)
}

/** A report is made of short sentences. */
function brevity(text: string): number {
  return Math.min(1, COMFORTABLE_WORDS / wordsOf(text).length)
}

/** Where somebody hands out tasks, what others say they might do counts less. */
const BESIDE_ASSIGNED = 2

function strongest(commitments: readonly Commitment[], count: number): Commitment[] {
  const assigned = commitments.some((commitment) => commitment.assigned)
  const sure = commitments.filter(({ kind, strength }) => !assigned || kind === 'promise' || strength >= BESIDE_ASSIGNED)
  const best = sure.toSorted((a, b) => b.strength - a.strength).slice(0, count)
  return best.toSorted((a, b) => a.sentence.index - b.sentence.index)
}

const N = (k: string, d: number) => Number(process.env[k] ?? d)
function summarise(sentences: Sentence[], candidates: Candidate[]) {
  const words = weighWords(sentences)
  const subjects = findSubjects(sentences, words)
  const spent = new Map<string, number>()
  const pick = (pool: (subject: Subject) => number, count: number): Subject[] => {
    const chosen: Subject[] = []
    while (chosen.length < count) {
      let best: Subject | null = null, value = 0
      for (const s of subjects) {
        const fresh = s.stems.reduce((sum, stem) => sum + (spent.has(stem) ? 0 : 1), 0) / s.stems.length
        const v = pool(s) * fresh * fresh
        if (v > value) { best = s; value = v }
      }
      if (best === null) break
      chosen.push(best)
      for (const stem of best.stems) spent.set(stem, 1)
    }
    return chosen
  }
  const opening = openingLine(pick((s) => s.weight, N('OPEN', 4)), sentences)
  const topics = splitTopics(sentences, words, N('TOPICS', 4))
  const openers = ['First, ', 'Then ', 'After that, ', 'Later, ', 'Then ', 'Finally, ']
  const shown: Candidate[] = []
  const lines = topics.flatMap((topic, i) => {
    const inside = new Set(topic)
    const chosen = pick((s) => { const here = s.mentions.filter((m) => inside.has(m)).length; return here < 2 ? 0 : s.weight * (here / s.mentions.length) ** N('LOCAL', 1) }, N('PER', 4))
    const line = topicLine(chosen, topic, i === topics.length - 1 ? 'Finally, ' : openers[i] ?? '')
    const best = (process.env.OLD ? choose(candidates.filter((c) => inside.has(c.sentence)), { count: N('SENT', 1), worth: summaryWorth, besides: shown }) : cover(candidates.filter((c) => inside.has(c.sentence) && !isQuestion(c.text)), words, N('SENT', 1), (c) => selfContained(c.text) * (1 + N('SIMP', 0.2) * importance(c.text)), shown))
    shown.push(...best)
    return [...line, ...best.map(reported)]
  })
  return { items: [...opening, ...lines], shown }
}
