/** The cookie that a visitor gets who gave what a link asks for; its path is the link's own. */
export const PASS_COOKIE = 'pass'

/** A page is as secret as its address, and gone the moment its link is; its recording too. */
export const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
}
