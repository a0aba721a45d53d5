import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'wxt'
import { BRAND } from './shared/brand.ts'
import { CHROME_KEY, GECKO_ID } from './shared/extension-identity.ts'

/** A server on one's own machine needs no question; any other is asked for when its address is saved. */
const OWN_MACHINE = ['http://localhost/*', 'http://127.0.0.1/*']
const ANY_SERVER = ['http://*/*', 'https://*/*']

const PERMISSIONS = [
  // The server's address and what was chosen last.
  'storage',
  // Runs the captions' script on a meeting's site, once the person has switched captions on there.
  'scripting',
  // Knows the title and size of the tab whose toolbar button was clicked, which is to be recorded.
  'activeTab',
  // Says that a microsite is ready while no window of the extension is open.
  'notifications',
  // Signs in with the web app: a window whose answer nobody but the extension receives.
  'identity',
]
/** Recording, which Firefox can't, and the panel beside the page, which it has without asking. */
const CHROME_PERMISSIONS = [
  // Picks, uploads and shares beside the page.
  'sidePanel',
  // Picture and sound of the tab whose toolbar button was clicked.
  'tabCapture',
  // The page that records and uploads while no window of the extension is open.
  'offscreen',
  // An hour of recording is kept on disk until the server has it.
  'unlimitedStorage',
  // The machine doesn't fall asleep while it records.
  'power',
]
/** Records the tab in front as the last one was, or stops. */
const TOGGLE_RECORDING = { 'toggle-recording': { suggested_key: { default: 'Alt+Shift+R' }, description: 'Start or stop recording this tab' } }

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
    permissions: [...PERMISSIONS, ...(browser === 'firefox' ? [] : CHROME_PERMISSIONS)],
    host_permissions: OWN_MACHINE,
    ...(manifestVersion === 2 ? { optional_permissions: ANY_SERVER } : { optional_host_permissions: ANY_SERVER }),
    ...(browser === 'firefox'
      ? { browser_specific_settings: { gecko: { id: GECKO_ID, data_collection_permissions: { required: ['none'] } } } }
      : { key: CHROME_KEY, minimum_chrome_version: '116', commands: TOGGLE_RECORDING }),
  }),
})
