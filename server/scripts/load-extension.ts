import { join } from 'node:path'
import { ROOT } from './places.ts'

/** Folder of the built extension. */
export const EXTENSION_FOLDERS = {
  chrome: join(ROOT, 'extension/dist/chrome-mv3'),
  firefox: join(ROOT, 'extension/dist/firefox-mv3'),
} as const

/** Instructions for loading it, for the terminal. */
export const HOW_TO_LOAD = [
  `Browser extension for Chrome and Edge: open chrome://extensions, switch on Developer mode, choose "Load unpacked" and ${EXTENSION_FOLDERS.chrome}`,
  `Browser extension for Firefox: open about:debugging#/runtime/this-firefox, choose "Load Temporary Add-on" and ${join(EXTENSION_FOLDERS.firefox, 'manifest.json')}`,
].join('\n')
