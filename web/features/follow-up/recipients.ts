import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { KnownPeople } from './known-people.ts'

/** What engines and meeting programs call people whose name they don't know. */
const NO_NAME = /^(speaker|participant|unknown|guest|user)\b/i

/** The people of a call whose names are known, in the order in which they first spoke. */
export function namedSpeakers(segments: readonly Segment[]): string[] {
  const names = segments.map(({ speaker }) => speaker?.trim() ?? '')
  return [...new Set(names)].filter((name) => name !== '' && !NO_NAME.test(name))
}

/**
 * Which of the speakers writes the follow-up: who was chosen before, else who has the writer's whole name, else the only
 * one with their first name.
 * @returns null when that is not certain.
 */
export function writerAmong(
  speakers: readonly string[],
  writer: string,
  { me }: Pick<KnownPeople, 'me'>,
): string | null {
  const chosen = speakers.filter((name) => me.includes(name))
  const own = chosen.length > 0 ? chosen : speakers.filter((name) => same(name, writer))
  const likely = own.length > 0 ? own : speakers.filter((name) => same(firstNameOf(name), firstNameOf(writer)))
  return likely.length === 1 ? (likely[0] ?? null) : null
}

/**
 * Whom a follow-up greets: all others than its writer and known colleagues. Nobody while it is not certain who writes,
 * because the greeting could be to the writer.
 */
export function otherSide(
  speakers: readonly string[],
  me: string | null,
  { colleagues }: Pick<KnownPeople, 'colleagues'>,
): string[] {
  return me === null ? [] : speakers.filter((name) => name !== me && !colleagues.includes(name))
}

/** "Hi Marcus and Priya,"; more than three are greeted together, and nobody known gets a "Hello,". */
export function greetingOf(names: readonly string[]): string {
  if (names.length === 0) return 'Hello,'
  if (names.length > 3) return 'Hi all,'
  return `Hi ${new Intl.ListFormat('en-GB').format(names.map(firstNameOf))},`
}

/** The first word of a name; one with a comma or a title in front stays whole. */
function firstNameOf(name: string): string {
  const [first = name] = name.trim().split(/\s+/)
  return name.includes(',') || first.endsWith('.') ? name.trim() : first
}

function same(one: string, other: string): boolean {
  return one.trim() !== '' && one.trim().toLowerCase() === other.trim().toLowerCase()
}
