import type { LinkSection } from '@callfolio/shared/contract/share.ts'
import type { MicrositeOutline, Moment, OutlineItem } from '@callfolio/shared/microsite-outline.ts'
import { formatClock, formatDay } from '@callfolio/shared/format.ts'
import { saysTheSame } from '../../lib/next-steps.ts'
import { greetingOf } from './recipients.ts'

/** More would not be read in a mail; the page has all. */
const MAX_STEPS = 10
const MAX_QUOTES = 2

/** The link that goes along. */
export interface EmailLink {
  url: string
  /** ISO 8601. */
  expiresAt: string
  /** What its readers are shown; null: everything. */
  sections: readonly LinkSection[] | null
}

export interface EmailInput {
  title: string
  outline: MicrositeOutline
  /** Whom the mail is to, as the transcript names them. */
  recipients: readonly string[]
  /** Name of the writer; empty when it is not known. */
  writer: string
  /** The writer as the transcript names them; null: not known. */
  me: string | null
  /** The items are in English, as the mail is. */
  english: boolean
  /** Quotes of the recipients go along. */
  withQuotes: boolean
  /** Null: no link goes along. */
  link: EmailLink | null
}

/** A draft in paragraphs, from top to bottom; what there is nothing for is an empty text. */
export interface EmailDraft {
  subject: string
  parts: Record<'greeting' | 'thanks' | 'steps' | 'meeting' | 'quotes' | 'link' | 'closing', string>
  /** How many next steps the call has beyond those in the draft. */
  leftOut: number
  /** What the draft says of the call, by the moment where it was said. */
  moments: readonly Moment[]
}

type Verified = OutlineItem & { moment: Moment }

/**
 * Drafts a follow-up from what the call verifiably says: next steps and quotes that have a moment and nothing unproven in
 * them, each with its time and who said it. Only the writer's own steps are worded again, as "I will …". A link that shows
 * only some sections brings a mail that is made of these.
 */
export function draftEmail(input: EmailInput): EmailDraft {
  const { title, outline, recipients, writer, link, withQuotes } = input
  const shows = (section: LinkSection) => !link?.sections || link.sections.includes(section)
  const listOf = (section: 'quotes' | 'action_points' | 'todo_list') =>
    shows(section) ? verified(outline[section]) : []
  const steps = nextSteps(listOf('todo_list'), listOf('action_points'))
  const shown = steps.slice(0, MAX_STEPS)
  const quotes = withQuotes ? chosenQuotes(listOf('quotes'), recipients) : []
  const meeting = shows('summary') ? nextMeeting(verified(outline.summary.sentences), steps) : null
  return {
    subject: `Follow-up: ${title}`,
    parts: {
      greeting: greetingOf(recipients),
      thanks: 'Thank you for your time on our call.',
      steps: section(
        'Next steps',
        shown.map((step) => `- ${stepText(step, input).replace(/\.$/, '')}${sourceOf(step, input)}`),
      ),
      meeting:
        meeting === null ? '' : section('Next meeting', [`${withoutHeading(meeting.text)}${sourceOf(meeting, input)}`]),
      quotes: section(
        'From our call',
        quotes.map((quote) => `“${quote.text}”${sourceOf(quote, input)}`),
      ),
      link: link === null ? '' : `The page of our call, open until ${formatDay(link.expiresAt)}:\n${link.url}`,
      closing: `Best regards${writer === '' ? '' : `,\n${writer}`}`,
    },
    leftOut: steps.length - shown.length,
    moments: [...shown, ...(meeting === null ? [] : [meeting]), ...quotes].map(({ moment }) => moment),
  }
}

/** The draft as one text. */
export function textOf({ parts }: EmailDraft): string {
  return Object.values(parts)
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Todos, and the action points that no todo says already, in the order of the call. */
function nextSteps(todos: Verified[], points: Verified[]): Verified[] {
  const others = points.filter((point) => !todos.some((todo) => saysTheSame(todo, point)))
  return [...todos, ...others].toSorted(inOrderOfTheCall)
}

/** What the recipients said themselves, of as many of them as there is room for: they know their own words again. */
function chosenQuotes(all: Verified[], recipients: readonly string[]): Verified[] {
  const theirs = all.filter(({ speaker }) => speaker !== null && recipients.includes(speaker))
  const eligible = theirs.length > 0 ? theirs : all
  const firsts = eligible.filter(
    ({ speaker }, index) => eligible.findIndex((quote) => quote.speaker === speaker) === index,
  )
  return [...new Set([...firsts, ...eligible])].slice(0, MAX_QUOTES).toSorted(inOrderOfTheCall)
}

function inOrderOfTheCall(one: Verified, other: Verified): number {
  return one.moment.startMs - other.moment.startMs
}

function verified(items: OutlineItem[]): Verified[] {
  return items.filter((item): item is Verified => item.moment !== null && (item.unproven ?? []).length === 0)
}

/** The writer's own step as "I will send the list"; any other as it is. */
function stepText({ text }: Verified, { me, english }: Pick<EmailInput, 'me' | 'english'>): string {
  if (me === null || !english) return text
  const task = taskOf(text, me)
  // "Send", not "DocuSign".
  return task === null ? text : `I will ${task.replace(/^\p{Lu}(?=\p{Ll}+(?:\s|$))/u, (first) => first.toLowerCase())}`
}

/** What an entry says that somebody does ("Dana: send it", "Dana will send it"); null when it says none. */
function taskOf(text: string, name: string): string | null {
  const [first = name] = name.split(' ')
  for (const called of new Set([name, first]))
    for (const between of [': ', ' will '])
      if (text.startsWith(`${called}${between}`)) {
        const task = text.slice(called.length + between.length)
        const will = `${called} will `
        return task.startsWith(will) ? task.slice(will.length) : task.replace(/^will /, '')
      }
  return null
}

const MEETS_AGAIN =
  /\b(?:meet|speak|talk|call)s? (?:again|next)\b|\bnext (?:meeting|call|demo|session|appointment)\b|\bmeet(?:ing)? (?:again )?(?:on|at|next)\b/i
const WHEN =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|next week|january|february|march|april|may|june|july|august|september|october|november|december)\b|\d(?::\d\d| ?[ap]m)/i

/** The sentence of the summary that names the next meeting; null where none does, or a step says it already. */
function nextMeeting(sentences: Verified[], steps: Verified[]): Verified | null {
  const isMeeting = ({ text }: Verified) => MEETS_AGAIN.test(text) && WHEN.test(text)
  return steps.some(isMeeting) ? null : (sentences.find(isMeeting) ?? null)
}

function withoutHeading(text: string): string {
  return text.replace(/^next meeting:\s*/i, '').replace(/\.$/, '')
}

/** " (Marcus, 0:31)"; who is named in the text, and the writer, is not named. */
function sourceOf({ text, speaker, moment }: Verified, { me }: Pick<EmailInput, 'me'>): string {
  const clock = formatClock(moment.startMs)
  return ` (${speaker === null || speaker === me || text.includes(speaker) ? clock : `${speaker}, ${clock}`})`
}

function section(heading: string, lines: string[]): string {
  return lines.length === 0 ? '' : [heading, ...lines].join('\n')
}
