import { contentStems } from '../src/analysis/extractive/words.ts'
import type { Analysis } from '../src/analysis/analyst.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { ReferenceCall } from './calls.ts'
import { faithfulQuotes, inventedNumbers, plainly } from './faithful.ts'
import { readability } from './readability.ts'
import { f1, grams, rouge, shared, tokens } from './rouge.ts'

export interface RecapMeasures {
  /** Root of written form (geometric mean of ROUGE-1, -2, -L) times what is said of only this call; 0–100. */
  summary: number
  /** The same of summary, points and actions against all notes. */
  notes: number
  /** Facts of the notes that only the summary states. */
  facts: Counted
  /** Sentences of the summary that are well formed and state what was said, half of their word pairs its own; a list of the call's words is not. */
  retold: Counted
  actions: Counted
  owners: Counted
  decisions: Counted
  quotes: { shown: number; faithful: number; salient: number }
  wellFormed: number
  redundant: number
  /** Numbers that nobody said. */
  inventedNumbers: number
}

/** Things found right, of those that were to be found and of those that were shown. */
export interface Counted {
  expected: number
  found: number
  shown: number
  right: number
}

const SAME_WORDS = 0.5
const SAME_WORDS_AS_SAID = 0.6
/** Share of a fact's words that one sentence has to hold. */
const MOST_OF_A_FACT = 0.5
/** Share of a sentence's pairs of neighbouring words that have to be said in its lines. */
const SAID_PAIRS = 0.5
const DECISION_POINTS = 15
const DECISION_ACTIONS = 10

/**
 * Measures a verified recap of a call against a person's notes.
 * @param segments the lines that the recap was made from.
 * @param others the other calls, for what is said of any call.
 */
export function measure(
  call: ReferenceCall,
  { recap, segments }: { recap: Analysis; segments: readonly Segment[] },
  others: readonly ReferenceCall[],
): RecapMeasures {
  const { notes } = call
  const texts = (items: readonly { text: string }[]) => items.map(({ text }) => text)
  const [summary, points, actions] = [texts(recap.summary), texts(recap.importantPoints), texts(recap.actionPoints)]
  const items = [...new Set([...actions, ...texts(recap.todoList)])]
  const decided = [...summary, ...points.slice(0, DECISION_POINTS), ...actions.slice(0, DECISION_ACTIONS)]
  const all = [...summary, ...points, ...items]
  return {
    summary: informed(
      summary.join(' '),
      notes.summary,
      others.map((other) => other.notes.summary),
    ),
    notes: informed([...summary, ...points, ...actions].join(' '), allNotes(call), others.map(allNotes)),
    facts: factsOf(summary, notes.points),
    retold: retoldOf(recap.summary, segments),
    actions: count(items, notes.actions, call),
    owners: ownersOf(items, call),
    decisions: count(decided, notes.decisions, call),
    quotes: quotesOf(recap, call),
    wellFormed: readability(all),
    redundant: redundancy([...summary, ...points]),
    inventedNumbers: inventedNumbers(all, segments).length,
  }
}

function allNotes({ notes }: ReferenceCall): string {
  return [notes.summary, ...notes.points, ...[...notes.actions, ...notes.decisions].map(({ text }) => text)].join(' ')
}

/** A text that would fit any call has no information: what it shares with the other calls' notes is taken off. */
function informed(text: string, reference: string, others: readonly string[]): number {
  const { one, two, l } = rouge(reference, text)
  const own = new Set(contentStems(text))
  const sharedWith = (other: string) => {
    const words = new Set(contentStems(other))
    return f1(own.intersection(words).size, words.size, own.size)
  }
  const lift =
    sharedWith(reference) - others.reduce((sum, other) => sum + sharedWith(other), 0) / Math.max(1, others.length)
  return 100 * Math.sqrt(Math.cbrt(one * two * l) * Math.max(0, lift))
}

function factsOf(summary: readonly string[], facts: readonly string[]): Counted {
  const stated = facts.filter((fact) => {
    const expected = contentStems(fact)
    return summary.some((sentence) => shared(expected, contentStems(sentence)) >= MOST_OF_A_FACT * expected.length)
  })
  return { expected: facts.length, found: stated.length, shown: facts.length, right: stated.length }
}

function retoldOf(summary: Analysis['summary'], segments: readonly Segment[]): Counted {
  const retold = summary.filter(({ text, segment_ids: ids = [] }) => {
    const said = new Set(segments.filter(({ id }) => ids.includes(id)).flatMap((line) => grams(tokens(line.text), 2)))
    const own = grams(tokens(text), 2)
    return readability([text]) === 1 && own.filter((pair) => said.has(pair)).length >= SAID_PAIRS * own.length
  })
  return { expected: summary.length, found: retold.length, shown: summary.length, right: retold.length }
}

type Reference = Readonly<{ text: string; evidence: readonly number[] }>

function count(items: readonly string[], references: readonly Reference[], call: ReferenceCall): Counted {
  const hits = items.map((item) => references.map((reference) => says(item, reference, call)))
  return {
    expected: references.length,
    found: references.filter((_, i) => hits.some((row) => row[i])).length,
    shown: items.length,
    right: hits.filter((row) => row.includes(true)).length,
  }
}

/** An item says the same when it shares half of its content words with the note, or most of them with the line it comes from. */
function says(item: string, { text, evidence }: Reference, { cues }: ReferenceCall): boolean {
  const [whole, expected] = [contentStems(item), contentStems(text)]
  if (f1(shared(expected, whole), expected.length, whole.length) >= SAME_WORDS) return true
  const task = contentStems(withoutOwner(item, cues))
  return evidence.some((k) => {
    const said = [cues[k - 1], cues[k], cues[k + 1]]
      .filter((cue) => cue?.speaker === cues[k]?.speaker)
      .map((cue) => cue?.text ?? '')
    const own = shared(contentStems(cues[k]?.text ?? ''), task)
    return (
      task.length >= 3 && own >= 2 && shared(contentStems(said.join(' ')), task) / task.length >= SAME_WORDS_AS_SAID
    )
  })
}

function withoutOwner(item: string, cues: readonly { speaker: string | null }[]): string {
  const [owner, task] = item.split(/: (.*)/s)
  return task !== undefined && cues.some(({ speaker }) => speaker === owner) ? task : item
}

function ownersOf(items: readonly string[], call: ReferenceCall): Counted {
  const owned = call.notes.actions.filter(({ owner }) => owner !== null)
  const found = owned.filter((action) => items.some((item) => says(item, action, call)))
  const right = found.filter((action) =>
    items.some((item) => says(item, action, call) && item.includes(action.owner ?? '')),
  )
  return { expected: found.length, found: right.length, shown: found.length, right: right.length }
}

function quotesOf({ quotes }: Analysis, { cues, notes }: ReferenceCall): RecapMeasures['quotes'] {
  const marked = notes.salient.map((k) => plainly(cues[k]?.text ?? ''))
  const salient = quotes.filter(({ text }) =>
    marked.some((said) => said.includes(plainly(text)) || plainly(text).includes(said)),
  )
  return { shown: quotes.length, faithful: faithfulQuotes(quotes, cues).length, salient: salient.length }
}

function redundancy(texts: readonly string[]): number {
  const words = texts.map(tokens)
  const repeats = words.filter((own, i) =>
    words.slice(0, i).some((before) => f1(shared(before, own), before.length, own.length) > 0.6),
  )
  return texts.length === 0 ? 0 : repeats.length / texts.length
}
