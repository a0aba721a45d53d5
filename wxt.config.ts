import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'wxt'
import { BRAND } from './shared/brand.ts'
import { CHROME_KEY, GECKO_ID } from './shared/extension-identity.ts'

/** A server on one's own machine needs no question; any other is asked for when its address is saved. */
const OWN_MACHINE = ['http://localhost/*', 'http://127.0.0.1/*']
const ANY_SERVER = ['http://*/*', 'https://*/*']

const PERMISSIONS = [
  'storage',
  // Runs the captions' script on a meeting's site, once the person has switched captions on there.
  'scripting',
  // Says that a microsite is ready while no window of the extension is open.
  'notifications',
  // Signs in with the web app: a window whose answer nobody but the extension receives.
  'identity',
]
/** What Firefox doesn't know. */
const CHROME_PERMISSIONS = [
  // Picks, uploads and shares beside the page; Firefox has a sidebar without asking.
  'sidePanel',
  // The page that records and uploads while no window is open.
  'offscreen',
]

export default defineConfig({
  srcDir: 'extension',
  outDir: 'extension/dist',
  publicDir: 'extension/public',
  imports: false,
  vite: () => ({ plugins: [tailwindcss()] }),
  modules: ['@wxt-dev/module-react', '@wxt-dev/webextension-polyfill'],
  // Its own default is the server's port.
  dev: { server: { port: 3100 } },
  // The browser one works with loads the folder once; no second one is opened.
  webExt: { disabled: true },
  manifest: ({ browser, manifestVersion }) => ({
    name: BRAND.name,
    description: BRAND.tagline,
    permissions: browser === 'firefox' ? PERMISSIONS : [...PERMISSIONS, ...CHROME_PERMISSIONS],
    host_permissions: OWN_MACHINE,
    commands: { 'toggle-recording': { suggested_key: { default: 'Alt+Shift+R' }, description: 'Start or stop a recording of the tab in front' } },
    ...(manifestVersion === 2 ? { optional_permissions: ANY_SERVER } : { optional_host_permissions: ANY_SERVER }),
    ...(browser === 'firefox'
      ? { browser_specific_settings: { gecko: { id: GECKO_ID, data_collection_permissions: { required: ['none'] } } } }
      : { key: CHROME_KEY, minimum_chrome_version: '116' }),
  }),
})
