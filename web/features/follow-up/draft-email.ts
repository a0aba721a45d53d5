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
  /** Null: no link goes along. */
  link: EmailLink | null
}

/** A draft in paragraphs, from top to bottom; what there is nothing for is an empty text. */
export interface EmailDraft {
  subject: string
  parts: { greeting: string; thanks: string; steps: string; quotes: string; link: string; closing: string }
  /** How many next steps the call has beyond those in the draft. */
  leftOut: number
  /** What the draft says of the call, by the moment where it was said. */
  moments: readonly Moment[]
}

type Verified = OutlineItem & { moment: Moment }

/**
 * Drafts a follow-up from what the call verifiably says: next steps and quotes that have a moment and nothing unproven in
 * them, each with its time and who said it. Nothing is worded again, so the items stay in the call's language. A link that
 * shows only some sections brings a mail that is made of these.
 */
export function draftEmail({ title, outline, recipients, writer, link }: EmailInput): EmailDraft {
  const shows = (section: LinkSection) => !link?.sections || link.sections.includes(section)
  const listOf = (section: 'quotes' | 'action_points' | 'todo_list') =>
    shows(section) ? verified(outline[section]) : []
  const steps = nextSteps(listOf('todo_list'), listOf('action_points'))
  const shown = steps.slice(0, MAX_STEPS)
  const quotes = chosenQuotes(listOf('quotes'), recipients)
  return {
    subject: `Follow-up: ${title}`,
    parts: {
      greeting: greetingOf(recipients),
      thanks: 'Thank you for your time on our call.',
      steps: section(
        'Next steps',
        shown.map((step) => `- ${step.text.replace(/\.$/, '')}${sourceOf(step)}`),
      ),
      quotes: section(
        'From our call',
        quotes.map((quote) => `“${quote.text}”${sourceOf(quote)}`),
      ),
      link: link === null ? '' : `The page of our call, open until ${formatDay(link.expiresAt)}:\n${link.url}`,
      closing: `Best regards${writer === '' ? '' : `,\n${writer}`}`,
    },
    leftOut: steps.length - shown.length,
    moments: [...shown, ...quotes].map(({ moment }) => moment),
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

/** " (Marcus, 0:31)"; who is named in the text is not named again. */
function sourceOf({ text, speaker, moment }: Verified): string {
  const clock = formatClock(moment.startMs)
  return ` (${speaker === null || text.includes(speaker) ? clock : `${speaker}, ${clock}`})`
}

function section(heading: string, lines: string[]): string {
  return lines.length === 0 ? '' : [heading, ...lines].join('\n')
}
