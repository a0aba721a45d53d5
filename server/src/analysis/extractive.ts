import type { AnalyseInput, AnalysisDraft, Analyst } from './analyst.ts'
import { weighWords } from './extractive/call-words.ts'
import { candidatesOf, trustedOf } from './extractive/candidates.ts'
import { choose } from './extractive/choose.ts'
import { bestGist } from './extractive/gist.ts'
import { chaptersOf, titleOf } from './extractive/headings.ts'
import { overviewOf } from './extractive/overview.ts'
import { choosePoints, isTellable } from './extractive/points.ts'
import { quoteWorth } from './extractive/quotes.ts'
import { reported } from './extractive/report.ts'
import { sidesOf } from './extractive/sides.ts'
import { splitSentences } from './extractive/sentences.ts'
import { castOf } from './extractive/speakers.ts'
import { findSubjects } from './extractive/subjects.ts'
import { chooseTasks, todoList } from './extractive/tasks.ts'
import { createTopicSplitter } from './extractive/topics.ts'
import { isEnglish } from './extractive/words.ts'

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

/** Worth of a quote that answers no question of a sales call. */
const ANY_QUOTE = 0.3

/** How many items each list gets at most, from the number of sentences worth showing; a machine's draft gets fewer, in a sales call more is promised and less else is told. */
function sizesOf(candidates: number, draft: boolean, selling: boolean) {
  const share = (per: number, least: number, most: number) => Math.max(least, Math.min(most, Math.round(candidates / per)))
  return draft
    ? { summary: share(8, 1, 4), points: share(10, 1, 4), tasks: { count: share(12, 1, 4), firm: 4 }, quotes: share(12, 1, 3) }
    : { summary: selling ? share(6, 3, 5) : 8, points: share(6, 5, 13), tasks: { count: selling ? 12 : 8, firm: 14 }, quotes: share(9, 3, 6) }
}

function extract({ segments, draft }: AnalyseInput): AnalysisDraft {
  const all = splitSentences(segments)
  const sentences = trustedOf(all, draft).map((sentence, index) => ({ ...sentence, index }))
  const words = weighWords(sentences)
  const candidates = candidatesOf(sentences)
  const sides = sidesOf(sentences)
  const sizes = sizesOf(candidates.length, draft, sides !== null)
  const tasks = chooseTasks(sentences, castOf(sentences), sizes.tasks)
  const rest = candidates.filter(({ sentence }) => tasks.every((task) => task.sentence !== sentence))
  const tellable = rest.filter(isTellable)
  const split = createTopicSplitter(sentences, words)
  // What is named in another language makes no English sentence.
  const subjects = isEnglish(sentences.map(({ text }) => text).join(' ')) ? findSubjects(sentences, words) : []
  const overview = overviewOf({ sentences, candidates: tellable, words, split, subjects, sides, tasks, count: sizes.summary })
  const points = choosePoints(tellable, { count: sizes.points, words, sentences, besides: overview.told, sides })
  const quotes = choose(rest, { count: sizes.quotes, worth: (candidate) => quoteWorth(candidate) * (sides === null ? 1 : ANY_QUOTE + bestGist(candidate, sentences, sides)) })
  return {
    title: draft ? null : titleOf(subjects),
    summary: overview.items,
    quotes: quotes.map(({ sentence: { text, segmentIds } }) => ({ text, segmentIds })),
    actionPoints: tasks.map(({ action }) => action),
    importantPoints: points.map((point) => reported(point, sentences)),
    todoList: todoList(tasks),
    chapters: draft ? [] : chaptersOf(sentences, split, subjects),
  }
}
