import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'wxt'
import { BRAND } from './shared/brand.ts'
import { CHROME_KEY, GECKO_ID } from './shared/extension/extension-identity.ts'
import { PACKAGED_SERVER } from './shared/extension/extension-packages.ts'
import { FIREFOX_DATA_SENT, permissionNames } from './shared/extension/extension-permissions.ts'

/** Chrome's store gives the id itself and refuses a key; what is loaded by hand keeps its id by it. */
const forStores = process.env['FOR_STORES'] === 'true'
/** Records the tab in front as the last one was, or stops; marks a timestamp. Firefox can't record. */
const COMMANDS = {
  'toggle-recording': { suggested_key: { default: 'Alt+Shift+R' }, description: '__MSG_toggleRecording__' },
  'mark-recording': { suggested_key: { default: 'Alt+Shift+M' }, description: '__MSG_markRecording__' },
}

export default defineConfig({
  srcDir: 'extension',
  outDir: 'extension/dist',
  publicDir: 'extension/public',
  imports: false,
  vite: () => ({ plugins: [tailwindcss()] }),
  modules: ['@wxt-dev/module-react', '@wxt-dev/webextension-polyfill'],
  // Its own default is the server's port.
  dev: { server: { port: 3100 } },
  hooks: {
    // A store's package asks for the server's address, and a server writes its own into the packages it serves.
    'build:publicAssets': (_, files) => {
      if (!forStores)
        files.push({ relativeDest: PACKAGED_SERVER, contents: JSON.stringify({ address: 'http://localhost:3000' }) })
    },
  },
  // The browser one works with loads the folder once; no second one is opened.
  webExt: { disabled: true },
  ...(forStores && { outDirTemplate: '{{browser}}-store' }),
  zip: forStores
    ? {
        artifactTemplate: '{{name}}-{{packageVersion}}-{{browser}}-store.zip',
        // What Firefox's reviewers build it from: nothing else of this folder, where recordings and secrets may lie.
        includeSources: [
          'extension/**',
          'shared/**',
          '{web,server,e2e}/package.json',
          'server/scripts/{setup,check-node}.mjs',
          'package.json',
          'pnpm-*.yaml',
          'tsconfig.json',
          'wxt.config.ts',
          'README.md',
          'LICENSE',
        ],
      }
    : { artifactTemplate: '{{name}}-{{browser}}.zip', zipSources: false },
  manifestVersion: 3,
  manifest: ({ browser }) => {
    const target = browser === 'firefox' ? 'firefox' : 'chrome'
    return {
      name: BRAND.name,
      description: '__MSG_description__',
      default_locale: 'en',
      permissions: permissionNames(target, 'install', 'api'),
      optional_permissions: permissionNames(target, 'use', 'api'),
      host_permissions: forStores ? [] : permissionNames(target, 'install', 'hosts'),
      optional_host_permissions: permissionNames(target, 'use', 'hosts'),
      ...(target === 'firefox'
        ? {
            // Firefox's own policy would upgrade requests to a server in the network that has no certificate.
            content_security_policy: { extension_pages: "script-src 'self'; object-src 'self'" },
            browser_specific_settings: {
              gecko: {
                id: GECKO_ID,
                strict_min_version: '140.0',
                data_collection_permissions: { required: [...FIREFOX_DATA_SENT] },
              },
            },
          }
        : { minimum_chrome_version: '116', commands: COMMANDS, ...(!forStores && { key: CHROME_KEY }) }),
    }
  },
})
