import type { SiteMarks } from '@callfolio/shared/contract/captions.ts'
import type { BlockOnPage, CaptionAdapter } from './caption-adapter.ts'
import { isInFence } from './caption-fence.ts'
import { readPeople } from './read-people.ts'
import { isInitials, PRONOUNS } from './speaker-names.ts'

/** How many rows' speakers are remembered. */
const MAX_ROWS = 500

/** Creates the reader of a site whose pages mark captions with stable names. Nothing outside its areas is read as speech. */
export function createMarkedReader(
  site: CaptionAdapter['site'],
  { areas, leave, names, pictures }: SiteMarks,
): CaptionAdapter {
  /** Speakers by their rows' times. */
  const known = new Map<string, string>()
  const strangers = new Map<string, string>()

  const findPeople = (page: Document): string[] =>
    readPeople(page, {
      names,
      site,
      captions: areas.flatMap(({ region }) => [...page.querySelectorAll(region)]),
    })
  const whoHasPicture = (picture: Element): string => {
    const src = picture.getAttribute('src') ?? ''
    const named = pictures === undefined ? [] : [...picture.ownerDocument.querySelectorAll(pictures)]
    const alt = named.find((each) => each.getAttribute('src') === src)?.getAttribute('alt') ?? ''
    if (alt !== '') return alt
    const stranger = strangers.get(src) ?? `Speaker ${strangers.size + 1}`
    strangers.set(src, stranger)
    return stranger
  }
  const whoIs = (element: Element): string => {
    if (element.matches('img')) return whoHasPicture(element)
    const shown = clean(element).replace(PRONOUNS, '')
    const [name, ...others] = findPeople(element.ownerDocument).filter((each) => isInitials(shown, each))
    return name !== undefined && others.length === 0 ? name : shown
  }
  const rememberedSpeaker = (time: string, speaker: string): string => {
    if (time === '') return speaker
    if (speaker === '') return known.get(time) ?? ''
    known.delete(time)
    known.set(time, speaker)
    for (const oldest of [...known.keys()].slice(0, -MAX_ROWS)) known.delete(oldest)
    return speaker
  }
  const readBlocks = (container: Element): BlockOnPage[] => {
    const area = areas.find(({ region }) => container.matches(region))
    if (area === undefined) return []
    const { speaker, text, list } = area
    const [blocks, shown]: [BlockOnPage[], { who: string; time: string }] = [[], { who: '', time: '' }]
    for (const element of container.querySelectorAll([speaker, text, list?.time ?? []].flat().join(', '))) {
      if (!element.checkVisibility()) continue
      if (element.matches(speaker)) shown.who = whoIs(element)
      else if (element.matches(text)) {
        if (list !== undefined) shown.who = rememberedSpeaker(shown.time, shown.who)
        blocks.push({ element, speaker: shown.who, text: clean(element) })
        if (list === undefined) shown.who = ''
      } else shown.time = clean(element)
    }
    return blocks.filter((block) => block.speaker !== '' && block.text !== '')
  }
  const regionsOn = (page: Document): Element[] =>
    areas
      .flatMap(({ region }) => [...page.querySelectorAll(region)].filter((element) => isInFence(element, region, site)))
      .filter((element) => element.checkVisibility())

  return {
    site,
    findName: () => null,
    findPeople,
    findContainer: (page) => regionsOn(page).find((region) => readBlocks(region).length > 0) ?? null,
    findUnread(page) {
      const unread = regionsOn(page).filter((region) => readBlocks(region).length === 0)
      return unread.map(clean).join(' ').trim()
    },
    readBlocks,
    isInCall: (page) => page.querySelector(leave) !== null,
    isList: (container) => areas.some(({ region, list }) => list !== undefined && container.matches(region)),
  }
}

function clean(element: Element): string {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim()
}
