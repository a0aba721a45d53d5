import type { AnalyseInput, AnalysisDraft, Analyst, DraftItem } from './analyst.ts'
import { actionItem, todoItem } from './extractive/actions.ts'
import { candidatesOf, type Candidate } from './extractive/candidates.ts'
import { choose } from './extractive/choose.ts'
import { findCommitments, standing, type Commitment } from './extractive/commitments.ts'
import { importance, isQuestion, selfContained } from './extractive/cues.ts'
import { quoteWorth } from './extractive/quotes.ts'
import { reported } from './extractive/report.ts'
import { splitSentences } from './extractive/sentences.ts'
import { castOf } from './extractive/speakers.ts'
import { wordsOf } from './extractive/words.ts'

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
  const commitments = strongest(standing(found), sizes.actions)
  const promised = new Set(found.map((commitment) => commitment.sentence))
  const unpromised = candidates.filter(({ sentence }) => !promised.has(sentence))
  const summary = choose(candidates, { count: sizes.summary, worth: summaryWorth })
  const points = choose(unpromised, { count: sizes.points, worth: pointWorth, besides: summary })
  const quotes = choose(unpromised, { count: sizes.quotes, worth: quoteWorth })
  return {
    title: null,
    summary: summary.map(reported),
    quotes: quotes.map(({ sentence: { text, segmentIds } }) => ({ text, segmentIds })),
    actionPoints: commitments.map((commitment) => actionItem(commitment, sentences)),
    importantPoints: points.map(reported),
    todoList: commitments.map((commitment) => todoItem(commitment, sentences)).filter((item): item is DraftItem => item !== null),
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

function strongest(commitments: readonly Commitment[], count: number): Commitment[] {
  const best = commitments.toSorted((a, b) => b.strength - a.strength).slice(0, count)
  return best.toSorted((a, b) => a.sentence.index - b.sentence.index)
}
