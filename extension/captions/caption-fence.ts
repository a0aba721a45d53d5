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

function getParts(region: string): string[] {
  return region.split(',').map((part) => part.trim())
}
