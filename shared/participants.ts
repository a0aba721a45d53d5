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

/** "With Dana Whitfield and Leo Brandt"; null: nobody. @param own the reader's name, which is left out. */
export function describeParticipants(participants: readonly string[], own = ''): string | null {
  const names = participants.filter((name) => name !== own)
  const listed = names.length > MAX_LISTED ? names.slice(0, MAX_LISTED - 1) : names
  const others = names.length - listed.length
  const text = new Intl.ListFormat('en-GB').format(others > 0 ? [...listed, `${others} others`] : listed)
  return names.length === 0 ? null : `With ${text}`
}
