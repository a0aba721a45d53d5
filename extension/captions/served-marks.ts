import { CAPTION_PATHS, captionMarksSchema, type CaptionMarks } from '@callfolio/shared/contract/captions.ts'
import { CAPTION_MARKS } from '@callfolio/shared/extension/caption-marks.ts'
import type { StoredMarks } from '../messaging/captions-protocol.ts'

/** How long a server's marks are used before it is asked again. ms */
const MAX_AGE_MS = 24 * 3600 * 1000

/** Timeout for a server that does not answer, ms. */
const PATIENCE_MS = 10_000

export interface RefreshMarksDeps {
  /** Null: the person has entered none. */
  server: () => Promise<string | null>
  stored: { read: () => Promise<StoredMarks | null>; write: (stored: StoredMarks) => Promise<void> }
  /** ms since 1970. */
  now: () => number
}

/** Asks the person's server for newer marks, once a day. Never rejects: without an answer the present ones stay. */
export async function refreshMarks({ server: getServer, stored, now }: RefreshMarksDeps): Promise<void> {
  const [server, before] = await Promise.all([getServer(), stored.read()])
  if (server === null || (before?.server === server && now() - before.at < MAX_AGE_MS)) return
  try {
    const reply = await fetch(server + CAPTION_PATHS.marks, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      credentials: 'omit',
      cache: 'no-store',
    })
    // An older server has none.
    const marks = captionMarksSchema.safeParse(reply.ok ? await reply.json() : null).data ?? null
    await stored.write({ server, at: now(), marks: marks !== null && isNewer(marks) ? marks : null })
  } catch {
    // Another server's marks are not used.
    if (before !== null && before.server !== server) await stored.write({ server, at: 0, marks: null })
  }
}

/** The marks to read a page by: the stored ones if they are newer and valid. */
export function usableMarks(stored: StoredMarks | null, page: Document): CaptionMarks {
  const marks = stored?.marks
  return marks && isNewer(marks) && getSelectors(marks).every((selector) => isValid(selector, page))
    ? marks
    : CAPTION_MARKS
}

function isNewer({ version }: CaptionMarks): boolean {
  return version > CAPTION_MARKS.version
}

function getSelectors({ meet, zoom, teams }: CaptionMarks): string[] {
  return [
    ...meet.regions,
    ...[meet.names ?? []].flat(),
    ...[zoom, teams].flatMap(({ areas, leave, names, pictures }) => [
      ...areas.flatMap(({ region, speaker, text, list }) => [region, speaker, text, list?.time ?? []].flat()),
      leave,
      ...[names ?? [], pictures ?? []].flat(),
    ]),
  ]
}

function isValid(selector: string, page: Document): boolean {
  try {
    page.createDocumentFragment().querySelector(selector)
    return true
  } catch {
    return false
  }
}
