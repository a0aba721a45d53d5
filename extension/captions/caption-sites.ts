/** The permission to request for Google Meet's captions. */
export const MEET_ORIGIN = 'https://meet.google.com/*'

/** Google Meet's script and where it runs. To add a site, add an entry, an adapter and a content script. */
export const MEET_SCRIPT = {
  id: 'meet-captions',
  origins: [MEET_ORIGIN],
  file: 'content-scripts/meet-captions.js',
}

/** Whether a URL is a page of a site whose captions can be collected. */
export function isMeetingPage(url: string): boolean {
  return url.startsWith(MEET_ORIGIN.slice(0, -1))
}
