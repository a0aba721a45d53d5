/** The cookie of a visitor who provided what a link asks for; its path is the link's own. */
export const PASS_COOKIE = 'pass'

/** A page and its recording are as secret as the address, and end with the link. */
export const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
}
