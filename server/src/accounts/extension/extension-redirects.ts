import { createHash } from 'node:crypto'
import { CHROME_KEY, GECKO_ID, STORE_IDS } from '@callfolio/shared/extension/extension-identity.ts'

/** The origins that browsers reserve for this extension: codes are sent nowhere else. */
export type ExtensionRedirects = ReadonlySet<string>

/**
 * The addresses of this product's extension in Chrome, Edge and Firefox.
 * @param more origins of builds with another ID.
 * @param storeIds ids that stores assigned.
 */
export function extensionRedirects(
  more: readonly string[] = [],
  storeIds: readonly string[] = STORE_IDS,
): ExtensionRedirects {
  const firefox = createHash('sha1').update(GECKO_ID).digest('hex')
  return new Set([
    ...[chromeId(CHROME_KEY), ...storeIds].map((id) => `https://${id}.chromiumapp.org`),
    `https://${firefox}.extensions.allizom.org`,
    ...more,
  ])
}

/** Whether an address belongs to the extension alone. */
export function isExtensionRedirect(redirects: ExtensionRedirects, address: string): boolean {
  return redirects.has(URL.parse(address)?.origin ?? '')
}

/** The page origins of these extensions in Chrome and Edge; Firefox gives each installation another one. */
export function extensionOrigins(redirects: ExtensionRedirects): string[] {
  return [...redirects].flatMap((address) => {
    const id = /^https:\/\/([a-p]{32})\.chromiumapp\.org$/.exec(address)?.[1]
    return id === undefined ? [] : [`chrome-extension://${id}`]
  })
}

/** The id that Chrome derives from a key: the first 128 bits of its SHA-256, each half byte as a letter from a to p. */
function chromeId(key: string): string {
  const digest = createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex')
  return digest.slice(0, 32).replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))
}
