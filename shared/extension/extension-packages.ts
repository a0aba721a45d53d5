import { BRAND } from '../brand.ts'
import type { ExtensionBrowser } from './extension-permissions.ts'

/** Where the server serves the extension's packages. */
export const EXTENSION_PACKAGES: Readonly<Record<ExtensionBrowser, string>> = {
  chrome: `/extension/${BRAND.name.toLowerCase()}-chrome.zip`,
  firefox: `/extension/${BRAND.name.toLowerCase()}-firefox.zip`,
}

/** The file in a package with the address of the server it came from: `{"address": "https://calls.example.com"}`. */
export const PACKAGED_SERVER = 'server.json'
