/** Meeting sites, by what their tab titles add to a meeting's name or show in its place. */
const SITES = [
  {
    // "Meet – Weekly sync", "Weekly sync - Google Meet"; without a name the meeting's code: "Meet - abc-defg-hij".
    origin: /^https:\/\/meet\.google\.com\//,
    site: /^(?:Google )?Meet\s*[-–—:|]\s*|\s*[-–—|]\s*(?:Google )?Meet$|^(?:Google )?Meet$/i,
    noName: /^[a-z]{3}-[a-z]{4}-[a-z]{3}$/i,
  },
  {
    // "Weekly sync | Microsoft Teams", "Chat | Weekly sync | Microsoft Teams".
    origin: /^https:\/\/(?:[\w-]+\.)*teams\.(?:microsoft|live)\.(?:com|us)\/|^https:\/\/teams\.cloud\.microsoft\//,
    site: /\s*[-–—|]\s*Microsoft Teams(?: \(.*\))?$|^(?:Chat|Calendar|Meeting|Calls)\s*\|\s*|^Microsoft Teams(?: meeting)?$/i,
    noName:
      /^(?:Chat|Calendar|Calls|Meet|Meeting|Activity|Teams|Microsoft Teams(?: meeting)?|Meeting (?:now|with .*)|Join conversation)$/i,
  },
  {
    // "Weekly sync - Zoom", "Zoom Meeting", "Zoom Workplace".
    origin: /^https:\/\/(?:[\w-]+\.)*zoom\.(?:us|com|com\.cn)\//,
    site: /\s*[-–—|]\s*Zoom(?: (?:Meeting|Webinar|Workplace|Web Client))*$|^Zoom\s*[-–—|:]\s*|^Zoom$/i,
    noName:
      /^(?:(?:My |Zoom )?(?:Meeting|Webinar|Workplace|Web Client)|Zoom|Launch Meeting|Join (?:a )?Meeting|Personal Meeting Room|[\p{L}'’ .-]+['’]s (?:Personal Meeting Room|Zoom Meeting))$/iu,
  },
]
/** An unread count before the title: "(3) Weekly sync". */
const COUNTER = /^\s*(?:\(\d+\+?\)|[•●*])\s*/
/** The number for joining a meeting is no name. */
const JOIN_NUMBER = /^[\d\s-]{6,}$/
const LONGEST_NAME = 300

/** The longest title that is checked: the patterns take more than linear time. */
const LONGEST_TITLE = 500

interface MeetingTab {
  title: string
  /** Empty if the extension has no access to it. */
  url: string
}

/** Whether a tab shows a meeting of a known site, with or without a name. */
export function isMeetingTab(tab: MeetingTab): boolean {
  return siteFor(tab) !== undefined
}

/**
 * A meeting's name from its tab title, without the site's name, counters and codes.
 * @returns null when the tab shows no meeting of a known site, or one without a name.
 */
export function meetingName(tab: MeetingTab): string | null {
  const shown = shownTitle(tab)
  const known = siteFor(tab)
  if (known === undefined) return null
  const { site, noName } = known
  // Before and after the name.
  const name = shown.replace(site, '').replace(site, '').replace(COUNTER, '').trim()
  const isName = name !== '' && !noName.test(name) && !JOIN_NUMBER.test(name) && /\p{L}/u.test(name)
  return isName ? name.slice(0, LONGEST_NAME) : null
}

function siteFor(tab: MeetingTab) {
  return SITES.find(({ origin, site }) => (tab.url === '' ? site.test(shownTitle(tab)) : origin.test(tab.url)))
}

function shownTitle({ title }: MeetingTab): string {
  return title.slice(0, LONGEST_TITLE).replace(/\s+/g, ' ').replace(COUNTER, '').trim()
}
