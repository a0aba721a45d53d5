import type { LinkSection } from '@callfolio/shared/contract/share.ts'
import type { MicrositeOutline, Moment, OutlineItem } from '@callfolio/shared/page/microsite-outline.ts'
import { formatClock, formatDay } from '@callfolio/shared/format.ts'
import { withoutContext, withoutQuote } from '@callfolio/shared/quoted-step.ts'
import { saysTheSame } from '../../lib/next-steps.ts'
import { getGreeting } from './recipients.ts'

/** More would not be read in an email; the page has all of them. */
const MAX_STEPS = 10
const MAX_QUOTES = 2

/** The link to include. */
export interface EmailLink {
  url: string
  /** ISO 8601. */
  expiresAt: string
  /** Sections shown to its readers; null: all. */
  sections: readonly LinkSection[] | null
}

export interface EmailInput {
  title: string
  outline: MicrositeOutline
  /** The email's recipients, as the transcript names them. */
  recipients: readonly string[]
  /** Name of the writer; empty if unknown. */
  writer: string
  /** The writer as named in the transcript; null: unknown. */
  me: string | null
  /** Whether the items are in English, like the email. */
  english: boolean
  /** Include quotes of the recipients. */
  withQuotes: boolean
  /** Null: no link. */
  link: EmailLink | null
}

/** A draft in paragraphs, top to bottom; a paragraph without content is an empty string. */
export interface EmailDraft {
  subject: string
  parts: Record<'greeting' | 'thanks' | 'steps' | 'meeting' | 'quotes' | 'link' | 'closing', string>
  /** How many next steps the draft leaves out. */
  leftOut: number
  /** The draft's items, by when they were said. */
  moments: readonly Moment[]
}

type Verified = OutlineItem & { moment: Moment }

/**
 * Drafts a follow-up from what the call verifiably says: next steps and quotes with a timestamp and no unproven
 * claim, each with its time and speaker. Only the writer's own steps are reworded, as "I will …". If the link shows
 * only some sections, the email uses only those.
 */
export function draftEmail(input: EmailInput): EmailDraft {
  const { title, outline, recipients, writer, link, withQuotes } = input
  const shows = (section: LinkSection) => !link?.sections || link.sections.includes(section)
  const getList = (section: 'quotes' | 'action_points' | 'todo_list') =>
    shows(section) ? verified(outline[section]) : []
  const steps = nextSteps(getList('todo_list'), getList('action_points'))
  const shown = steps.slice(0, MAX_STEPS)
  const quotes = withQuotes ? chosenQuotes(getList('quotes'), recipients) : []
  const meeting = shows('summary') ? nextMeeting(verified(outline.summary.sentences), steps) : null
  return {
    subject: `Follow-up: ${title}`,
    parts: {
      greeting: getGreeting(recipients),
      thanks: 'Thank you for your time on our call.',
      steps: section(
        'Next steps',
        shown.map((step) => `- ${stepText(step, input).replace(/\.$/, '')}${getSource(step, input)}`),
      ),
      meeting:
        meeting === null
          ? ''
          : section('Next meeting', [`${withoutHeading(meeting.text)}${getSource(meeting, input)}`]),
      quotes: section(
        'From our call',
        quotes.map((quote) => `“${quote.text}”${getSource(quote, input)}`),
      ),
      link: link === null ? '' : `Recap of our call, available until ${formatDay(link.expiresAt)}:\n${link.url}`,
      closing: `Best regards${writer === '' ? '' : `,\n${writer}`}`,
    },
    leftOut: steps.length - shown.length,
    moments: [...shown, ...(meeting === null ? [] : [meeting]), ...quotes].map(({ moment }) => moment),
  }
}

/** The draft as plain text. */
export function getText({ parts }: EmailDraft): string {
  return Object.values(parts)
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Todos, and action points that no todo covers, in call order. */
function nextSteps(todos: Verified[], points: Verified[]): Verified[] {
  const others = points.filter((point) => !todos.some((todo) => saysTheSame(todo, point)))
  return [...todos, ...others].toSorted(inOrderOfTheCall)
}

/** Quotes of as many recipients as fit: people recognize their own words. */
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

/** Rewords the writer's own step as "I will send the list", or as what was said; returns any other as it is. */
function stepText(step: Verified, { me, english }: Pick<EmailInput, 'me' | 'english'>): string {
  const text = withoutQuote(step.text)
  if (me === null || !english) return text
  const task = getTask(text, me)
  if (task === null) return text
  if (task.startsWith('“')) return `As I said, ${withoutContext(task)}`
  // "Send", not "DocuSign".
  return `I will ${task.replace(/^\p{Lu}(?=\p{Ll}+(?:\s|$))/u, (first) => first.toLowerCase())}`
}

/** The action an entry assigns to a person ("Dana: send it", "Dana will send it"); null if it assigns none. */
function getTask(text: string, name: string): string | null {
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

/** The summary sentence that names the next meeting; null if there is none or a step already covers it. */
function nextMeeting(sentences: Verified[], steps: Verified[]): Verified | null {
  const isMeeting = ({ text }: Verified) => MEETS_AGAIN.test(text) && WHEN.test(text)
  return steps.some(isMeeting) ? null : (sentences.find(isMeeting) ?? null)
}

function withoutHeading(text: string): string {
  return text.replace(/^next meeting:\s*/i, '').replace(/\.$/, '')
}

/** " (Marcus, 0:31)"; omits the writer and people named in the text. */
function getSource({ text, speaker, moment }: Verified, { me }: Pick<EmailInput, 'me'>): string {
  const clock = formatClock(moment.startMs)
  return ` (${speaker === null || speaker === me || text.includes(speaker) ? clock : `${speaker}, ${clock}`})`
}

function section(heading: string, lines: string[]): string {
  return lines.length === 0 ? '' : [heading, ...lines].join('\n')
}
