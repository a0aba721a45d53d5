import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'wxt'
import { BRAND } from './shared/brand.ts'
import { CHROME_KEY, GECKO_ID } from './shared/extension-identity.ts'

/** A server on one's own machine needs no question; any other is asked for when its address is saved. */
const OWN_MACHINE = ['http://localhost/*', 'http://127.0.0.1/*']
const ANY_SERVER = ['http://*/*', 'https://*/*']

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
    // scripting: runs the captions' script on a meeting's site, once the person has switched captions on there.
    permissions: ['storage', 'scripting'],
    host_permissions: OWN_MACHINE,
    ...(manifestVersion === 2 ? { optional_permissions: ANY_SERVER } : { optional_host_permissions: ANY_SERVER }),
    ...(browser === 'firefox'
      ? { browser_specific_settings: { gecko: { id: GECKO_ID, data_collection_permissions: { required: ['none'] } } } }
      : { key: CHROME_KEY, minimum_chrome_version: '116' }),
  }),
})
