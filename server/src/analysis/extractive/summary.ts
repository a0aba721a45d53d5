import { MOST_EVIDENCE_LINES } from '@callfolio/shared/contract/microsite.ts'
import type { DraftItem } from '../analyst.ts'
import { accepts } from './acts.ts'
import type { Line } from './lines.ts'
import { nextMeeting } from './next-meeting.ts'
import { listed, peopleOf, type Person } from './people.ts'
import { phrases } from './phrases.ts'
import type { Sides } from './sides.ts'
import { isPrice } from './amounts.ts'
import type { Statement } from './statements.ts'
import { asItems, type Task } from './tasks.ts'

const NEED = phrases(
  String.raw`we need, I need, we want, I want, I'd want, we have to, we must, has to, requirement, we require, needs to, looking for, goal, important`,
)
const PAIN = phrases(
  String.raw`problem, takes (?:us|me), lost, lose, losing, fail\w*, broke\w*, dead, by hand, manual\w*, spreadsheet\w*, slow, down, complain\w*, missing, wrong, late, trouble, exception, cost us, penalt\w*`,
)
const PRICE =
  /[$€£]|\b(?:dollars?|pounds?|euros?|bucks|grand|price|cost|costs|fee|budget|discount|quote|subscription|surcharge|per (?:user|seat|month|year|site|head|unit|club|sensor)|a (?:month|year|seat|user|sensor|site)|one[- ]time|one-off|up front|all in)\b/i
const AMOUNT =
  /\d|\b(?:hundred|thousand|million|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|percent|per cent|grand)\b/i
const AGAINST = phrases(
  String.raw`can't, won't, don't, not going to, not having, never, no (?:trial\w*|pilot|demo|sandbox|call|deck|login|passwords), too (?:much|expensive|long|high|late), over budget, freeze, concern\w*, worr\w*, risk\w*, burned, walk away, above, against, unless`,
)
const AGREED = phrases(
  String.raw`let's (?:take|use|go|keep|call|park|leave|make|do), so we, we're (?:going|agreed), agreed, deal, we can commit, go with, in the contract, park, leave .* open, we park, stays off, full price`,
)

interface Material {
  lines: readonly Line[]
  sides: Sides | null
}

/** What a summary of a call has after who met, in this order; what was not said is absent. */
const PARTS: readonly { most: number; fits: (statement: Statement, material: Material) => number }[] = [
  {
    most: 2,
    fits: ({ text, line }, { sides }) => (NEED.test(text) ? 1 : PAIN.test(text) ? 0.8 : 0) * ofBuyer(line, sides),
  },
  {
    most: 2,
    fits: ({ text, line }, { lines }) => (PRICE.test(text) && AMOUNT.test(text) ? 0.6 + line.index / lines.length : 0),
  },
  { most: 2, fits: ({ text, line }, { sides }) => (AGAINST.test(text) ? 1 : 0) * ofBuyer(line, sides) },
  { most: 2, fits: ({ line }, { lines }) => (AGREED.test(line.text) ? 1 : isTakenUp(line, lines) ? 0.3 : 0) },
]
const LEAST_WORTH = 0.9
const MOST_NEXT_STEPS = 3
const CLEARLY = 0.3

function ofBuyer(line: Line, sides: Sides | null): number {
  return (sides?.get(line.speaker ?? '') ?? 0) > CLEARLY ? 0 : 1
}

function isTakenUp(line: Line, lines: readonly Line[]): boolean {
  return lines.slice(line.index + 1, line.index + 3).some((next) => next.speaker !== line.speaker && accepts(next.text))
}

/** The summary, and the statements in it. */
export interface Summary {
  items: DraftItem[]
  stated: readonly Statement[]
}

/**
 * The summary in a fixed shape: who met, what is needed, what it costs, what stands against it, what was agreed, when they
 * meet again, and who does what next. Each part is somebody's own words or a frame; a part without evidence is absent.
 */
export function summaryOf(
  statements: readonly Statement[],
  tasks: readonly Task[],
  lines: readonly Line[],
  sides: Sides | null,
): Summary {
  const stated: Statement[] = []
  for (const { most, fits } of PARTS) {
    const ranked = statements
      .filter((statement) => !stated.includes(statement))
      .map((statement) => ({ statement, worth: fits(statement, { lines, sides }) * statement.score }))
      .filter(({ worth }) => worth >= LEAST_WORTH)
      .toSorted((a, b) => b.worth - a.worth)
    const chosen: Statement[] = []
    for (const { statement } of ranked)
      if (chosen.length < most && ![...stated, ...chosen].some((other) => isAlike(other, statement)))
        chosen.push(statement)
    stated.push(...chosen.toSorted((a, b) => a.line.index - b.line.index))
  }
  return framed(stated, tasks, lines)
}

/** A summary of the statements: who met before it, the next meeting and steps after it. Who met is no summary by itself. */
export function framed(stated: readonly Statement[], tasks: readonly Task[], lines: readonly Line[]): Summary {
  const meeting = nextMeeting(lines)
  const items: DraftItem[] = [
    ...stated.map(said),
    ...(meeting === null
      ? []
      : [
          {
            text: `Next meeting: ${meeting.when}.`,
            segmentIds: meeting.lines.flatMap((index) => lines[index]?.segmentIds ?? []).slice(0, MOST_EVIDENCE_LINES),
            due: meeting.when,
          },
        ]),
  ]
  // The next steps stand below; a call that has nothing else is summed up by them.
  const steps = tasks.filter(({ due }) => due !== null).slice(0, MOST_NEXT_STEPS)
  if (items.length === 0) items.push(...steps.map((task) => asItems(task, lines).action))
  return { items: items.length === 0 ? [] : [...opening(lines), ...items], stated }
}

/** True for two statements that share a sentence or most of their words. */
export function isAlike(a: Statement, b: Statement): boolean {
  const [first, second] = [a, b].map(({ parts }) => new Set(parts.flatMap(({ stems }) => stems)))
  if (first === undefined || second === undefined || a.parts.some((part) => b.parts.includes(part))) return true
  return first.intersection(second).size >= 0.5 * Math.min(first.size, second.size)
}

/** A statement with the name of who said it. That it was said is sure, that it matters is not: the owner decides. */
export function said({ line, parts, text }: Statement): DraftItem {
  const who =
    line.speaker === null ? '' : `${line.speaker}${parts.length === 1 && isPrice(line) ? ' on the price' : ''}: `
  return {
    text: `${who}“${text}”.`,
    segmentIds: [...new Set(parts.flatMap(({ segmentIds }) => segmentIds))].slice(0, MOST_EVIDENCE_LINES),
    unconfirmed: true,
  }
}

function opening(lines: readonly Line[]): DraftItem[] {
  const people = placed(peopleOf(lines))
  if (people.length < 2) return []
  const segmentIds = [...new Set(people.map(({ line }) => line))]
    .flatMap((index) => lines[index]?.segmentIds.slice(0, 1) ?? [])
    .slice(0, MOST_EVIDENCE_LINES)
  const groups = sidesByOrganisation(people)
  const text =
    groups === null
      ? `${listed(people.map(called))} spoke.`
      : `${listed(groups[0].map(called))} spoke with ${listed(groups[1].map(called))}.`
  return [{ text, segmentIds }]
}

/** Where only one of several says where they work, a reader takes the others for the other side's: then nobody's company is stated. */
function placed(people: readonly Person[]): readonly Person[] {
  return people.length === 2 || companiesOf(people).length > 1
    ? people
    : people.map((person) => ({ ...person, organisation: null }))
}

function companiesOf(people: readonly Person[]): string[] {
  return [...new Set(people.flatMap(({ organisation }) => organisation ?? []))]
}

function called({ name, organisation }: Person): string {
  return organisation === null ? name : `${name} of ${organisation}`
}

function sidesByOrganisation(people: readonly Person[]): readonly [Person[], Person[]] | null {
  if (people.length === 2) return [people.slice(0, 1), people.slice(1)]
  const named = companiesOf(people)
  if (named.length !== 2 || people.some(({ organisation }) => organisation === null)) return null
  return [
    people.filter(({ organisation }) => organisation === named[0]),
    people.filter(({ organisation }) => organisation === named[1]),
  ]
}

const KINDS: readonly (readonly [string, RegExp, number])[] = [
  [
    'demo',
    /\b(?:see my screen|share my screen|sharing my screen|share(?:d)? the screen|let me show you|click on|on the screen)\b/i,
    2,
  ],
  ['renewal', /\b(?:renewal|renew|current contract|notice period)\b/i, 4],
  ['security review', /\b(?:SOC 2|pen test|penetration test|security review|questionnaire|CISO)\b/i, 4],
  ['pricing', /\b(?:price|pricing|discount|quote|per user|per seat|a month)\b/i, 6],
  ['follow-up', /\b(?:last time|since we (?:spoke|talked|met)|follow(?:ing)? up|when we talked|we met)\b/i, 1],
]

/** Companies and kind of the call; null where no company is named. */
export function titleOf(lines: readonly Line[]): string | null {
  const companies = companiesOf(placed(peopleOf(lines)))
  if (companies.length === 0 || companies.length > 2) return null
  const kind =
    KINDS.find(([, pattern, least]) => lines.filter(({ text }) => pattern.test(text)).length >= least)?.[0] ?? 'call'
  return `${listed(companies)}: ${kind}`
}
