import { CAPTION_MARKS } from '@callfolio/shared/extension/caption-marks.ts'
import type { CaptionSiteId } from '../messaging/captions-protocol.ts'

const WHOLE = 'html, body, main, form, [role="main"], [role="application"]'
const ELSEWHERE = 'aside, form, [role="alert"], [role="status"], [role="dialog"], [role="complementary"], [role="log"]'
/** A chat has one, and a list of people. */
export const WRITING = 'textarea, input[type="text"], [role="textbox"], [contenteditable="true"]'
/** The largest share of a window that captions take. */
const LARGEST_SHARE = 0.5
/** A tag, classes, ids and attributes of one element; nothing that says where it is or what it is not. */
const SIMPLE = /^[a-z]*(?:[.#][\w-]+|\[[\w-]+[*^$~]?="[\w -]+"\])+$/i
const NAMES_CAPTIONS = /(?:[.#][\w-]*|=")[\w -]*(?:caption|subtitle|transcript)/i

/** A chat has authors, and a notice says who joined. */
const NOT_PEOPLE = `[role="log"], [role="alert"], [role="status"], [data-message-id], [class*="chat" i], [data-tid*="chat" i], ${WRITING}`
const NAMES_PEOPLE = /(?:[.#][\w-]*|=")[\w -]*(?:participant|attendee|roster|avatar|nametag)/i
const PEOPLE: Record<CaptionSiteId, readonly string[]> = {
  meet: getParts(CAPTION_MARKS.meet.names ?? ''),
  zoom: getParts(CAPTION_MARKS.zoom.names ?? ''),
  teams: getParts(CAPTION_MARKS.teams.names ?? ''),
}

/** One site's regions must not serve for another: Meet's is any region. */
const BUNDLED: Record<CaptionSiteId, readonly string[]> = {
  meet: CAPTION_MARKS.meet.regions,
  zoom: CAPTION_MARKS.zoom.areas.flatMap(({ region }) => getParts(region)),
  teams: CAPTION_MARKS.teams.areas.flatMap(({ region }) => getParts(region)),
}

/**
 * Whether an element may be read as captions. Marks that a server sent can move the captions' region to an element of
 * another name, but never to a chat, a dialog, a notice, a list of people or the whole page: the element itself must be
 * named after captions.
 * @param region the selector that found it.
 */
export function isInFence(element: Element, region: string, site: CaptionSiteId): boolean {
  const served = getParts(region).filter((part) => !BUNDLED[site].includes(part))
  if (served.length === 0) return true
  if (!served.every((part) => SIMPLE.test(part) && NAMES_CAPTIONS.test(part))) return false
  if (element.matches(WHOLE) || element.closest(ELSEWHERE) !== null || element.querySelector(WRITING) !== null)
    return false
  const { width, height } = element.getBoundingClientRect()
  const { innerWidth, innerHeight } = element.ownerDocument.defaultView ?? { innerWidth: 0, innerHeight: 0 }
  return width * height <= LARGEST_SHARE * innerWidth * innerHeight
}

/**
 * Whether an element may be read as the name of someone in the call. Marks that a server sent can move names to another
 * element that is itself named after participants, never to one of a chat or a notice.
 * @param names the selector that found it.
 */
export function isPersonInFence(element: Element, names: string, site: CaptionSiteId): boolean {
  const isNamed = (part: string) => PEOPLE[site].includes(part) || (SIMPLE.test(part) && NAMES_PEOPLE.test(part))
  return getParts(names).some((part) => element.matches(part) && isNamed(part)) && element.closest(NOT_PEOPLE) === null
}

function getParts(region: string): string[] {
  return region.split(',').map((part) => part.trim())
}
