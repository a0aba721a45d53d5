import { BRAND } from '../brand.ts'
import type { ExtensionBrowser } from './extension-permissions.ts'

/** Where the server serves the extension's packages. */
export const EXTENSION_PACKAGES: Readonly<Record<ExtensionBrowser, string>> = {
  chrome: `/extension/${BRAND.name.toLowerCase()}-chrome.zip`,
  firefox: `/extension/${BRAND.name.toLowerCase()}-firefox.zip`,
}
