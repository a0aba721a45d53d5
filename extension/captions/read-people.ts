import { MAX_PARTICIPANTS } from '@callfolio/shared/participants.ts'
import type { CaptionSiteId } from '../messaging/captions-protocol.ts'
import { isPersonInFence } from './caption-fence.ts'
import { personName } from './speaker-names.ts'

interface PeopleOptions {
  /** Absent: the site marks none. */
  names: string | undefined
  site: CaptionSiteId
  /** Where words are shown, which may be names. */
  captions: readonly Element[]
}

/** The names of the people in a call as its page shows them, in the page's order, each once. */
export function readPeople(page: Document, { names, site, captions }: PeopleOptions): string[] {
  const shown = names === undefined ? [] : [...page.querySelectorAll(names)]
  const people = shown.filter(
    (element) => isPersonInFence(element, names ?? '', site) && !captions.some((each) => each.contains(element)),
  )
  return [...new Set(people.flatMap((element) => personName(labelFor(element)) ?? []))].slice(0, MAX_PARTICIPANTS)
}

/** A list's row contains buttons and states, but is labeled with the name. */
function labelFor(element: Element): string {
  const label = element.getAttribute('role') === 'listitem' ? element.getAttribute('aria-label') : null
  return label ?? element.textContent ?? ''
}
