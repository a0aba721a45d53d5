/** The browsers that the extension is built for. Edge takes Chrome's build. */
export type ExtensionBrowser = 'chrome' | 'firefox'

/** A permission of the extension, and why it is asked for. */
export interface ExtensionPermission {
  /** As the manifest names it: an API or a match pattern of hosts. */
  name: string
  /** `install`: granted with the installation. `use`: asked for when it is needed. */
  asked: 'install' | 'use'
  browsers: readonly ExtensionBrowser[]
  /** For the person who is asked. */
  reason: string
  /** The file below extension/ that needs it, and the words in it that do. */
  usedIn: string
  api: string
}

const BOTH = ['chrome', 'firefox'] as const

/** All that the extension may do. The manifests are made from this table, and the install page shows it. */
export const EXTENSION_PERMISSIONS: readonly ExtensionPermission[] = [
  {
    name: 'storage',
    asked: 'install',
    browsers: BOTH,
    reason: 'Remembers your server’s address and your choices.',
    usedIn: 'browser/local-storage.ts',
    api: 'browser.storage.local',
  },
  {
    name: 'scripting',
    asked: 'install',
    browsers: BOTH,
    reason: 'Reads the captions on a meeting’s page once you have switched them on.',
    usedIn: 'browser/caption-scripts.ts',
    api: 'browser.scripting',
  },
  {
    name: 'activeTab',
    asked: 'install',
    browsers: BOTH,
    reason: 'Knows the title and size of the tab that you record: the one whose toolbar button you clicked.',
    usedIn: 'browser/tabs.ts',
    api: 'browser.tabs',
  },
  {
    name: 'notifications',
    asked: 'install',
    browsers: BOTH,
    reason: 'Tells you that a microsite is ready while no window of the extension is open. You can switch it off.',
    usedIn: 'browser/notifications.ts',
    api: 'browser.notifications',
  },
  {
    name: 'identity',
    asked: 'install',
    browsers: BOTH,
    reason: 'Signs you in with the web app, in a window whose answer nobody but the extension receives.',
    usedIn: 'browser/identity.ts',
    api: 'browser.identity',
  },
  {
    name: 'sidePanel',
    asked: 'install',
    browsers: ['chrome'],
    reason: 'Picks, uploads and shares beside the page you are on.',
    usedIn: 'browser/side-panel.ts',
    api: 'chrome.sidePanel',
  },
  {
    name: 'tabCapture',
    asked: 'install',
    browsers: ['chrome'],
    reason: 'Records picture and sound of the tab whose toolbar button you clicked.',
    usedIn: 'browser/tab-capture.ts',
    api: 'chrome.tabCapture',
  },
  {
    name: 'offscreen',
    asked: 'install',
    browsers: ['chrome'],
    reason: 'Records and uploads while no window of the extension is open.',
    usedIn: 'browser/engine-page.ts',
    api: 'chrome.offscreen',
  },
  {
    name: 'unlimitedStorage',
    asked: 'install',
    browsers: ['chrome'],
    reason: 'Keeps a long recording on your disk until the server has it.',
    usedIn: 'recording/capture/spool-worker.ts',
    api: 'createSyncAccessHandle',
  },
  {
    name: 'power',
    asked: 'install',
    browsers: ['chrome'],
    reason: 'Keeps the machine awake while it records.',
    usedIn: 'browser/keep-awake.ts',
    api: 'chrome.power',
  },
  {
    name: 'http://localhost/*',
    asked: 'install',
    browsers: BOTH,
    reason: 'Reaches a server on your own machine.',
    usedIn: 'settings/server-address.ts',
    api: 'http://localhost:3000',
  },
  {
    name: 'http://127.0.0.1/*',
    asked: 'install',
    browsers: BOTH,
    reason: 'Reaches a server on your own machine, by its other name.',
    usedIn: 'settings/server-address.ts',
    api: 'permissionPattern',
  },
  {
    name: 'http://*/*',
    asked: 'use',
    browsers: BOTH,
    reason: 'Reaches your server in your own network. Your browser asks you for the one address you enter.',
    usedIn: 'browser/permissions.ts',
    api: 'browser.permissions.request',
  },
  {
    name: 'https://*/*',
    asked: 'use',
    browsers: BOTH,
    reason:
      'Reaches your server on the internet, or a meeting’s page for its captions. Your browser asks you for each.',
    usedIn: 'browser/permissions.ts',
    api: 'browser.permissions.request',
  },
]

/** What Firefox shows at the installation that the extension sends: to the person’s own server and to nobody else. */
export const FIREFOX_DATA_SENT = ['authenticationInfo', 'personalCommunications'] as const

/** The names that a browser's manifest lists. */
export function permissionNames(
  browser: ExtensionBrowser,
  asked: ExtensionPermission['asked'],
  kind: 'api' | 'hosts',
): string[] {
  return EXTENSION_PERMISSIONS.filter(
    (permission) =>
      permission.asked === asked && permission.browsers.includes(browser) && isHosts(permission) === (kind === 'hosts'),
  ).map(({ name }) => name)
}

/** Whether a permission is one to reach hosts. */
function isHosts({ name }: Pick<ExtensionPermission, 'name'>): boolean {
  return name.includes('://')
}
