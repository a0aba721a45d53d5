import { meetingName } from './meeting-name.ts'
import type { BlockOnPage, CaptionAdapter } from './caption-adapter.ts'

/*
 * What is relied on in Google Meet's page, after descriptions of it from 2024 to 2026:
 * - Captions are in an element with `role="region"` that takes the focus (`tabindex="0"`), because it scrolls. Its
 *   label is translated and its classes change, so neither is read. Older pages had a live area instead.
 * - A turn is an element with the speaker's picture and name first and the words behind them. The words are one text or
 *   several spans; there may be any number of elements around them.
 * - Buttons, menus, notices and what is hidden stand among the turns and are no speech.
 * - The side panel's chat looks much like captions, but is in an `aside` or a `complementary` landmark.
 * - The meeting's name is in an attribute, `data-meeting-title`: the calendar's, or the meeting's code.
 * - The words are corrected in place, also in the turn before the last one. Switching captions off and on, a change of
 *   layout and a breakout room put them into new elements.
 */
const PLACES = [
  '[role="region"][tabindex="0"]',
  '[role="region"]',
  '[aria-live="polite"], [aria-live="assertive"], [role="log"]',
]
const ELSEWHERE = 'aside, [role="complementary"], [role="dialog"], [role="toolbar"]'
const NO_SPEECH =
  'button, select, input, textarea, label, [role="button"], [role="combobox"], [role="listbox"], [role="menu"], [role="dialog"], [role="alert"], [role="status"], [aria-hidden="true"], style, script'

export const MEET: CaptionAdapter = {
  site: 'Google Meet',

  findName(page) {
    const shown = page.querySelector('[data-meeting-title]')?.getAttribute('data-meeting-title') ?? ''
    // Without a name it is the meeting's code, which a tab's title shows in the same way.
    return meetingName({ title: `Meet – ${shown}`, url: page.URL })
  },

  findContainer(page) {
    for (const place of PLACES) {
      for (const element of page.querySelectorAll(place)) {
        if (element.closest(ELSEWHERE) === null && element.checkVisibility() && readBlocks(element).length > 0)
          return element
      }
    }
    return null
  },

  readBlocks,
}

function readBlocks(container: Element): BlockOnPage[] {
  const pictured = [...container.querySelectorAll('img')].flatMap((picture) => turnAround(picture, container) ?? [])
  return pictured.length > 0 ? pictured : turnsIn(container)
}

/** Goes up from a speaker's picture to the first element that also holds the words. */
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

/** Where no picture is shown: the innermost elements that hold a name and words behind it. */
function turnsIn(element: Element): BlockOnPage[] {
  const inner = speakingChildren(element).flatMap(turnsIn)
  if (inner.length > 0) return inner
  const turn = readTurn(element)
  return turn === null ? [] : [turn]
}

/** Spans beside one another are the words of one text. */
function readTurn(element: Element): BlockOnPage | null {
  const [name, ...words] = speakingChildren(element)
  if (name === undefined || words.length === 0 || [name, ...words].every(({ tagName }) => tagName === 'SPAN'))
    return null
  const [speaker, text] = [spokenText(name), words.map(spokenText).join(' ').trim()]
  return countTexts(name) === 1 && text !== '' ? { element, speaker, text } : null
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

function countTexts(element: Element): number {
  return texts(element).filter(({ data }) => data.trim() !== '').length
}

function texts(root: Element): Text[] {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.matches(NO_SPEECH) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  const found: Text[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) if (node instanceof Text) found.push(node)
  return found
}
