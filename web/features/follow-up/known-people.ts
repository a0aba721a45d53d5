const KEY = 'callfolio.follow-up-people'
/** Beyond it the oldest names are forgotten. */
const MOST_NAMES = 50

/** Transcript names of the follow-ups' writer and their colleagues, as chosen in this browser. */
export interface KnownPeople {
  me: readonly string[]
  colleagues: readonly string[]
}

/** Reads the known people; empty if the browser stores nothing. */
export function readKnownPeople(): KnownPeople {
  try {
    const { me, colleagues }: Record<string, unknown> = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return { me: namesIn(me), colleagues: namesIn(colleagues) }
  } catch {
    return { me: [], colleagues: [] }
  }
}

/**
 * Remembers which of a call's speakers is the writer (null: not chosen) and which are colleagues, for the next
 * follow-up.
 */
export function rememberPeople(speakers: readonly string[], me: string | null, colleagues: readonly string[]): void {
  const known = readKnownPeople()
  const others = (names: readonly string[]) => names.filter((name) => !speakers.includes(name))
  const people: KnownPeople = {
    me: [...others(known.me), ...(me === null ? [] : [me])].slice(-MOST_NAMES),
    colleagues: [...others(known.colleagues), ...colleagues].slice(-MOST_NAMES),
  }
  try {
    localStorage.setItem(KEY, JSON.stringify(people))
  } catch {
    // Storage is disabled or full: the user is asked again next time.
  }
}

function namesIn(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []
}
