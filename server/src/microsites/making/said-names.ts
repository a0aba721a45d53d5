import { replacesTitle } from '@callfolio/shared/titles.ts'
import type { MicrositeRow } from '../../db/schema.ts'
import { NUMBERED_SPEAKERS } from '../../speakers/numbered-speaker.ts'
import type { MicrositesRepo } from '../records/microsites-repo.ts'

export interface SaidNamesDeps {
  microsites: Pick<MicrositesRepo, 'listTitles' | 'listSpeakers'>
  fullName: (userId: string) => Promise<string | null>
}

const MOST_CALLS = 3
const MOST_NAMES = 30
/** Words in titles that don't name a company: any two calls can share them. */
const COMMON =
  /^(?:about|and|call|chat|check|contract|demo|discovery|first|follow|for|from|high|intro\w*|kick\w*|meet\w*|monthly|new|next|negotiation|offer|onboarding|our|pilot|plan|pricing|project|prep|proposal|quarterly|renewal|review|sales|second|status|sync|team|the|trial|untitled|update|weekly|with|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)$/i

/**
 * Names that are likely to be said in a call: its participants, its owner, its speakers, the names in its title, and
 * the speakers of the latest calls whose title names the same company.
 */
export async function saidNames(
  deps: SaidNamesDeps,
  site: Pick<MicrositeRow, 'id' | 'userId' | 'title' | 'titleSource' | 'segments' | 'participants'>,
): Promise<string[]> {
  return namesFor(deps, { ...site, title: knownTitle(site) })
}

/** The same for a call without a microsite. @param title null: it has none. */
export function likelyNames(deps: SaidNamesDeps, userId: string, title: string | null): Promise<string[]> {
  return namesFor(deps, { id: null, userId, title, segments: null, participants: null })
}

async function namesFor(
  { microsites, fullName }: SaidNamesDeps,
  site: Pick<MicrositeRow, 'userId' | 'segments' | 'participants'> & { id: string | null; title: string | null },
): Promise<string[]> {
  const titled = namesIn(site.title ?? '')
  const wanted = new Set(titled.map(folded))
  const others = wanted.size === 0 ? [] : await microsites.listTitles(site.userId)
  const related = others.filter(
    ({ id, title }) => id !== site.id && namesIn(title).some((name) => wanted.has(folded(name))),
  )
  const names = [
    ...(site.participants ?? []),
    ...titled,
    ...[await fullName(site.userId)].filter((name) => name !== null),
    ...(site.segments ?? []).flatMap(({ speaker }) => speaker ?? []),
    ...(await microsites.listSpeakers(related.slice(0, MOST_CALLS).map(({ id }) => id))),
  ]
  return [...new Set(names.filter((name) => !name.match(NUMBERED_SPEAKERS)))].slice(0, MOST_NAMES)
}

/** A title from a user or the meeting; null: it was made from the content, or from a file name. */
export function knownTitle({ title, titleSource }: Pick<MicrositeRow, 'title' | 'titleSource'>): string | null {
  return replacesTitle('recap', titleSource) ? null : title
}

function namesIn(title: string): string[] {
  return (title.match(/\p{Lu}[\p{L}\p{N}]{2,}/gu) ?? []).filter((word) => !COMMON.test(word))
}

function folded(name: string): string {
  return name.toLowerCase()
}
