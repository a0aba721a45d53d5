import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { KnownPeople } from './known-people.ts'

/** Placeholder names that engines and meeting programs give unknown speakers. */
const NO_NAME = /^(speaker|participant|unknown|guest|user)\b/i

/** The named people of a call, in the order in which they first spoke. */
export function namedSpeakers(segments: readonly Segment[]): string[] {
  const names = segments.map(({ speaker }) => speaker?.trim() ?? '')
  return [...new Set(names)].filter((name) => name !== '' && !NO_NAME.test(name))
}

/**
 * The speaker who writes the follow-up: the one chosen before, else the one with the writer's full name, else the
 * only one with their first name.
 * @returns null if that is uncertain.
 */
export function writerAmong(
  speakers: readonly string[],
  writer: string,
  { me }: Pick<KnownPeople, 'me'>,
): string | null {
  const chosen = speakers.filter((name) => me.includes(name))
  const own = chosen.length > 0 ? chosen : speakers.filter((name) => same(name, writer))
  const likely = own.length > 0 ? own : speakers.filter((name) => same(getFirstName(name), getFirstName(writer)))
  return likely.length === 1 ? (likely[0] ?? null) : null
}

/**
 * The people a follow-up greets: all speakers except its writer and known colleagues. Empty while the writer is
 * uncertain, because the greeting could address the writer.
 */
export function otherSide(
  speakers: readonly string[],
  me: string | null,
  { colleagues }: Pick<KnownPeople, 'colleagues'>,
): string[] {
  return me === null ? [] : speakers.filter((name) => name !== me && !colleagues.includes(name))
}

/** "Hi Marcus and Priya,"; more than three get a group greeting, unknown recipients "Hello,". */
export function getGreeting(names: readonly string[]): string {
  if (names.length === 0) return 'Hello,'
  if (names.length > 3) return 'Hi all,'
  return `Hi ${new Intl.ListFormat('en-GB').format(names.map(getFirstName))},`
}

/** The first word of a name; a name with a comma or title stays whole. */
function getFirstName(name: string): string {
  const [first = name] = name.trim().split(/\s+/)
  return name.includes(',') || first.endsWith('.') ? name.trim() : first
}

function same(one: string, other: string): boolean {
  return one.trim() !== '' && one.trim().toLowerCase() === other.trim().toLowerCase()
}
