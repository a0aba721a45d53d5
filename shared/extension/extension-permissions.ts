/** The browsers the extension is built for. Edge uses Chrome's build. */
export type ExtensionBrowser = 'chrome' | 'firefox'

/** A permission of the extension, and why it is requested. */
export interface ExtensionPermission {
  /** As in the manifest: an API or a host match pattern. */
  name: string
  /** `install`: granted at installation. `use`: requested when needed. */
  asked: 'install' | 'use'
  browsers: readonly ExtensionBrowser[]
  /** The explanation shown to the person. */
  reason: string
  /** The file below extension/ that needs it, and the code in it that does. */
  usedIn: string
  api: string
}

const BOTH = ['chrome', 'firefox'] as const

/** All of the extension's permissions. The manifests are generated from this table, and the install page shows it. */
export const EXTENSION_PERMISSIONS: readonly ExtensionPermission[] = [
  {
    name: 'storage',
    asked: 'install',
    browsers: BOTH,
    reason: 'Saves your server’s address and your choices.',
    usedIn: 'browser/local-storage.ts',
    api: 'browser.storage.local',
  },
  {
    name: 'scripting',
    asked: 'install',
    browsers: BOTH,
    reason: 'Once you allow a meeting site: reads captions and names, detects calls and shows the recording bar.',
    usedIn: 'browser/caption-scripts.ts',
    api: 'browser.scripting',
  },
  {
    name: 'activeTab',
    asked: 'install',
    browsers: BOTH,
    reason: 'Reads the title and size of the tab you record.',
    usedIn: 'browser/tabs.ts',
    api: 'browser.tabs',
  },
  {
    name: 'notifications',
    asked: 'install',
    browsers: BOTH,
    reason: 'Warns you of recording problems, and notifies you when a microsite is ready.',
    usedIn: 'browser/notifications.ts',
    api: 'browser.notifications',
  },
  {
    name: 'identity',
    asked: 'install',
    browsers: BOTH,
    reason: 'Signs you in through the web app. Only the extension receives the result.',
    usedIn: 'browser/identity.ts',
    api: 'browser.identity',
  },
  {
    name: 'sidePanel',
    asked: 'install',
    browsers: ['chrome'],
    reason: 'Opens a side panel for uploading and sharing.',
    usedIn: 'browser/side-panel.ts',
    api: 'chrome.sidePanel',
  },
  {
    name: 'tabCapture',
    asked: 'install',
    browsers: ['chrome'],
    reason: 'Records video and audio of the tab where you clicked the toolbar button.',
    usedIn: 'browser/tab-capture.ts',
    api: 'chrome.tabCapture',
  },
  {
    name: 'offscreen',
    asked: 'install',
    browsers: ['chrome'],
    reason: 'Records and uploads while no extension window is open.',
    usedIn: 'browser/engine-page.ts',
    api: 'chrome.offscreen',
  },
  {
    name: 'unlimitedStorage',
    asked: 'install',
    browsers: ['chrome'],
    reason: 'Stores long recordings on your disk until the server has them.',
    usedIn: 'recording/capture/spool-worker.ts',
    api: 'createSyncAccessHandle',
  },
  {
    name: 'clipboardWrite',
    asked: 'install',
    browsers: ['chrome'],
    reason: 'Copies the link when you stop a recording.',
    usedIn: 'browser/clipboard.ts',
    api: "execCommand('copy')",
  },
  {
    name: 'power',
    asked: 'install',
    browsers: ['chrome'],
    reason: 'Keeps your computer awake while recording.',
    usedIn: 'browser/keep-awake.ts',
    api: 'chrome.power',
  },
  {
    name: 'downloads',
    asked: 'use',
    browsers: ['chrome'],
    reason: 'Once you allow it: notices finished downloads and offers to upload the recordings among them.',
    usedIn: 'browser/downloads.ts',
    api: 'browser.downloads',
  },
  {
    name: 'http://localhost/*',
    asked: 'install',
    browsers: BOTH,
    reason: 'Connects to a server on your own computer.',
    usedIn: 'settings/packaged-server.ts',
    api: 'PACKAGED_SERVER',
  },
  {
    name: 'http://127.0.0.1/*',
    asked: 'install',
    browsers: BOTH,
    reason: 'Connects to a server on your own computer at 127.0.0.1.',
    usedIn: 'settings/packaged-server.ts',
    api: 'PACKAGED_SERVER',
  },
  {
    name: 'https://meet.google.com/*',
    asked: 'use',
    browsers: BOTH,
    reason: 'Once you allow it: reads captions and names, detects calls and shows the recording bar on Google Meet.',
    usedIn: 'captions/caption-sites.ts',
    api: 'https://meet.google.com/*',
  },
  {
    name: 'https://*.zoom.us/*',
    asked: 'use',
    browsers: BOTH,
    reason:
      'Once you allow it: reads captions and names, detects calls and shows the recording bar on Zoom’s web client.',
    usedIn: 'captions/caption-sites.ts',
    api: 'https://*.zoom.us/*',
  },
  {
    name: 'https://teams.microsoft.com/*',
    asked: 'use',
    browsers: BOTH,
    reason:
      'Once you allow it: reads captions and names, detects calls and shows the recording bar on Microsoft Teams.',
    usedIn: 'captions/caption-sites.ts',
    api: 'https://teams.microsoft.com/*',
  },
  {
    name: 'https://teams.live.com/*',
    asked: 'use',
    browsers: BOTH,
    reason:
      'Once you allow it: reads captions and names, detects calls and shows the recording bar with personal Teams accounts.',
    usedIn: 'captions/caption-sites.ts',
    api: 'https://teams.live.com/*',
  },
  {
    name: 'https://teams.cloud.microsoft/*',
    asked: 'use',
    browsers: BOTH,
    reason:
      'Once you allow it: reads captions and names, detects calls and shows the recording bar at Microsoft Teams’ newer address.',
    usedIn: 'captions/caption-sites.ts',
    api: 'https://teams.cloud.microsoft/*',
  },
  {
    name: 'http://*/*',
    asked: 'use',
    browsers: BOTH,
    reason: 'Connects to a server in your network. Your browser asks permission for that address only.',
    usedIn: 'browser/permissions.ts',
    api: 'browser.permissions.request',
  },
  {
    name: 'https://*/*',
    asked: 'use',
    browsers: BOTH,
    reason: 'Connects to your server. Your browser asks permission for that address only.',
    usedIn: 'browser/permissions.ts',
    api: 'browser.permissions.request',
  },
]

/** What Firefox shows at installation as sent by the extension: to the person’s own server and to no one else. */
export const FIREFOX_DATA_SENT = ['authenticationInfo', 'personalCommunications'] as const

/** The names listed in a browser's manifest. */
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

/** The match pattern of a server's host, on any port. @param address of the server. */
export function hostPattern(address: string): string {
  const { protocol, hostname } = new URL(address)
  return `${protocol}//${hostname}/*`
}

/** Whether a permission grants host access. */
function isHosts({ name }: Pick<ExtensionPermission, 'name'>): boolean {
  return name.includes('://')
}
