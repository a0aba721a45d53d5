/** Names of the people in a call, at most. */
export const MAX_PARTICIPANTS = 50

/** Characters of one name. */
export const MAX_PARTICIPANT = 100

/** Adds people to those seen before, in order of appearance. */
export function addParticipants(known: readonly string[], seen: readonly string[]): string[] {
  return [...new Set([...known, ...seen])].slice(0, MAX_PARTICIPANTS)
}

/** Longer lists end in a number. */
const MAX_LISTED = 4

/**
 * "With Dana Whitfield and Leo Brandt", and for a long list the number of the others: " and 3 others".
 * @param own the reader's name, which is left out.
 * @returns null when no one else was in the call.
 */
export function describeParticipants(
  participants: readonly string[],
  own = '',
): { listed: string; others: string } | null {
  const names = participants.filter((name) => name !== own)
  if (names.length === 0) return null
  if (names.length <= MAX_LISTED) return { listed: `With ${new Intl.ListFormat('en-GB').format(names)}`, others: '' }
  const listed = names.slice(0, MAX_LISTED - 1)
  return { listed: `With ${listed.join(', ')}`, others: ` and ${names.length - listed.length} others` }
}
