import type { CaptionMarks } from '@callfolio/shared/contract/captions.ts'
import { isInFence, WRITING } from './caption-fence.ts'
import { meetingName } from './meeting-name.ts'
import type { BlockOnPage, CaptionAdapter } from './caption-adapter.ts'
import { readPeople } from './read-people.ts'
import { isInitials, PRONOUNS } from './speaker-names.ts'

/*
 * What we rely on in Google Meet's page, based on descriptions of it from 2024 to 2026:
 * - Captions are in an element with `role="region"` that is focusable (`tabindex="0"`), because it scrolls. Its label
 * is translated and its classes change, so neither is read. Older pages had a region that isn't focusable.
 * - A turn is an element with the speaker's picture or initials and name first and the words after them. The words
 * are one text or several spans, nested in any number of elements. Icons and pronouns are next to names.
 * - Buttons, menus, lists, notices and hidden elements among the turns are not speech.
 * - The chat and the participant list look much like captions, but are in an `aside`, a `complementary` landmark or a
 * list, or have an input field. Toasts are in live areas, which are not read.
 * - The meeting's name is in an attribute, `data-meeting-title`: the calendar's, or the meeting's code.
 * - The words are corrected in place, also in the turn before the last one. Switching captions off and on, a layout
 * change and a breakout room put them into new elements.
 */
const LIST = 'ul, ol, [role="list"]'
const ELSEWHERE = `aside, ${LIST}, [role="complementary"], [role="dialog"], [role="toolbar"], [role="tabpanel"]`
const NO_SPEECH = `button, select, input, textarea, label, i, svg, ${LIST}, [role="button"], [role="combobox"], [role="listbox"], [role="menu"], [role="dialog"], [role="alert"], [role="status"], [aria-hidden="true"], style, script`

/** Creates the reader of Google Meet's captions. */
export function createMeetReader({ regions, leaveIcon, names }: CaptionMarks['meet']): CaptionAdapter {
  const findContainer = (page: Document) =>
    placesOn(page, regions).find((element) => readBlocks(element).length > 0) ?? null
  return {
    site: 'meet',

    findName(page) {
      const shown = page.querySelector('[data-meeting-title]')?.getAttribute('data-meeting-title') ?? ''
      // Without a name it is the meeting's code, which the tab's title shows in the same way.
      return meetingName({ title: `Meet – ${shown}`, url: page.URL })
    },

    findPeople: (page) => readPeople(page, { names, site: 'meet', captions: [findContainer(page) ?? []].flat() }),

    findContainer,

    findUnread(page) {
      const unread = placesOn(page, regions.slice(0, 1)).filter((element) => readBlocks(element).length === 0)
      return unread.map(spokenText).join(' ').trim()
    },

    readBlocks,

    // The icon's name, which is the same in every language.
    isInCall: (page) => [...page.querySelectorAll('button i')].some(({ textContent }) => textContent === leaveIcon),
  }
}

function placesOn(page: Document, places: readonly string[]): Element[] {
  return places
    .flatMap((place) => [...page.querySelectorAll(place)].filter((element) => isInFence(element, place, 'meet')))
    .filter(
      (element) =>
        element.closest(ELSEWHERE) === null && element.querySelector(WRITING) === null && element.checkVisibility(),
    )
}

function readBlocks(container: Element): BlockOnPage[] {
  const pictures = [...container.querySelectorAll('img')].filter(
    (picture) => !container.contains(picture.closest(LIST)),
  )
  const pictured = pictures.flatMap((picture) => turnAround(picture, container) ?? [])
  if (pictured.length === 0) return turnsIn(container)
  // A speaker without a picture appears next to speakers with one.
  const lists = new Set(pictured.map(({ element }) => element.parentElement ?? container))
  return [...lists].flatMap((list) =>
    speakingChildren(list).flatMap(
      (child) => pictured.find(({ element }) => element === child) ?? readTurn(child) ?? [],
    ),
  )
}

/** Goes up from a speaker's picture to the first element that also contains the words. */
function turnAround(picture: Element, container: Element): BlockOnPage | null {
  for (
    let element = picture.parentElement;
    element !== null && element !== container;
    element = element.parentElement
  ) {
    const turn = readTurn(element)
    if (turn !== null) return element.checkVisibility() ? turn : null
  }
  return null
}

/** Without pictures: the innermost elements that contain a name followed by words. */
function turnsIn(element: Element): BlockOnPage[] {
  const inner = speakingChildren(element).flatMap(turnsIn)
  if (inner.length > 0) return inner
  const turn = readTurn(element)
  return turn === null ? [] : [turn]
}

/** Adjacent spans are the words of one text. */
function readTurn(element: Element): BlockOnPage | null {
  const children = speakingChildren(element)
  const [name, ...words] = children.filter(
    (child, i) => !isBadge(spokenText(child), i === 0 ? textsIn(children[1])[0] : ''),
  )
  if (name === undefined || words.length === 0 || [name, ...words].every(({ tagName }) => tagName === 'SPAN'))
    return null
  const [names, text] = [textsIn(name), words.map(spokenText).join(' ').trim()]
  const [speaker = '', ...others] = names.filter((shown, i) => !isBadge(shown, i === 0 ? names[1] : ''))
  return others.length === 0 && speaker !== '' ? { element, speaker: speaker.replace(PRONOUNS, ''), text } : null
}

/** Whether text next to a name is the person's pronouns, or initials in place of a picture. */
function isBadge(text: string, next = ''): boolean {
  return text.replace(PRONOUNS, '') === '' || isInitials(text, next)
}

function speakingChildren(element: Element): Element[] {
  return [...element.children].filter(
    (child) => !child.matches(NO_SPEECH) && child.checkVisibility() && spokenText(child) !== '',
  )
}

function spokenText(element: Element): string {
  return texts(element)
    .map(({ data }) => data)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns the text of each text node in an element. */
function textsIn(element: Element | undefined): string[] {
  return element === undefined ? [] : texts(element).flatMap(({ data }) => data.replace(/\s+/g, ' ').trim() || [])
}

function texts(root: Element): Text[] {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.matches(NO_SPEECH) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  const found: Text[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) if (node instanceof Text) found.push(node)
  return found
}
