import type { SalesCall, SalesNotes } from './calls.ts'
import { contentWords, shareIn } from './content-words.ts'
import { mentionsDay } from './day-words.ts'
import type { PageItem } from './page-items.ts'

/** A count out of a total. */
export interface Part {
  of: number
  are: number
}

/** Whether a reader who wasn't in the call could act on its page, and whether the page states anything false. */
export interface StrictMeasures {
  /** Actions of the notes stated by one next step, with the owner's name and half of the task's content words. */
  actions: Part
  /** Of the notes' actions with a day, those stated with it. */
  days: Part
  /** Next steps that state an action of the notes. */
  right: Part
  /** Traps that a summary sentence, a point or a next step is based on. Fewer is better. */
  traps: Part
  /** Key facts of which one item of the page has half of the content words. */
  facts: Part
}

const HALF = 0.5
/** An item is based on lines that have this share of its content words. */
const MADE_OF = 0.75
/** Shorter items share their words with any line. */
const LEAST_WORDS = 3

type Action = SalesNotes['actions'][number]

/** Compares the items of a page with a call's notes by counting words; a reader still has to judge the meaning. */
export function strictMeasures(
  items: readonly PageItem[],
  { cues, notes }: Pick<SalesCall, 'cues' | 'notes'>,
): StrictMeasures {
  const steps = items.filter(({ kind }) => kind === 'Action' || kind === 'To-do').map(({ text }) => text)
  const stated = notes.actions.map((action) => steps.filter((step) => states(step, action)))
  const dated = notes.actions.flatMap(({ due }, i) => (due === '' ? [] : [{ due, steps: stated[i] ?? [] }]))
  const claims = items.filter(({ kind }) => kind !== 'Title' && kind !== 'Quote').map(({ text }) => text)
  // Excluded, because names are in nearly every item but in few of the lines behind it.
  const people = contentWords(notes.speakers.join(' '))
  const saidIn = (evidence: readonly number[]) => contentWords(evidence.map((cue) => cues[cue]?.text ?? '').join(' '))
  const isHonest = (claim: string) =>
    notes.actions.some(
      (action) => states(claim, action) && consistsOf(contentWords(claim).difference(people), saidIn(action.evidence)),
    )
  return {
    actions: part(stated, (own) => own.length > 0),
    days: part(dated, ({ due, steps: own }) => own.some((step) => mentionsDay(step, due, notes.date))),
    right: part(steps, (step) => notes.actions.some((action) => states(step, action))),
    traps: part(notes.traps, ({ evidence }) =>
      claims.some((claim) => consistsOf(contentWords(claim).difference(people), saidIn(evidence)) && !isHonest(claim)),
    ),
    facts: part(notes.key_facts, (fact) =>
      items.some(({ text }) => shareIn(contentWords(fact), contentWords(text)) >= HALF),
    ),
  }
}

/** Over several calls: each action has the same weight, not each call. */
export function getSum(rows: readonly StrictMeasures[]): StrictMeasures {
  const sum = (of: (row: StrictMeasures) => Part) => sumOfParts(rows.map(of))
  return {
    actions: sum((row) => row.actions),
    days: sum((row) => row.days),
    right: sum((row) => row.right),
    traps: sum((row) => row.traps),
    facts: sum((row) => row.facts),
  }
}

/** The sum of several counts. */
export function sumOfParts(parts: readonly Part[]): Part {
  return parts.reduce((a, b) => ({ of: a.of + b.of, are: a.are + b.are }), { of: 0, are: 0 })
}

function states(step: string, { owner, task }: Action): boolean {
  const names = contentWords(owner.join(' '))
  const words = contentWords(step)
  return !names.isDisjointFrom(words) && shareIn(contentWords(task).difference(names), words) >= HALF
}

function consistsOf(words: ReadonlySet<string>, said: ReadonlySet<string>): boolean {
  return words.size >= LEAST_WORDS && shareIn(words, said) >= MADE_OF
}

function part<T>(all: readonly T[], isOne: (one: T) => boolean): Part {
  return { of: all.length, are: all.filter(isOne).length }
}
