import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXTENSION_PACKAGES } from '@callfolio/shared/extension/extension-packages.ts'
import { GECKO_ID } from '@callfolio/shared/extension/extension-identity.ts'
import { waitFor } from '../../fixtures/server.ts'
import { openBidiSession, type BidiSession } from './bidi.ts'
import { openFirefoxPage, type FirefoxPage } from './firefox-page.ts'

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']

/** The origin of the extension's pages; Firefox would choose another one for each profile. */
const ORIGIN = 'moz-extension://6f2a0f0e-7d4e-4c8e-9a51-2f6b8c1d3e70'

/** How long the tests' Firefox keeps an idle background; by default it is 30 s. ms */
export const IDLE_MS = 10_000

/** Firefox, headless, with a new profile. */
export interface Firefox {
  /** Installs the package that a server hands out, as a person does by hand. */
  install(server: string): Promise<void>
  /** A page of the extension (`popup.html`) or any address, in a tab. */
  open(page: string): Promise<FirefoxPage>
  session(): BidiSession
  close(): Promise<void>
}

/** Starts Firefox. @throws Error if it is not installed. */
export async function startFirefox(preferences: Record<string, unknown> = {}): Promise<Firefox> {
  const program = FIREFOX.find((path) => existsSync(path))
  if (program === undefined) throw new Error('Firefox is missing. Install with: apt-get install -y firefox-esr')
  const profile = await mkdtemp(join(tmpdir(), 'callfolio-firefox-'))
  await writeFile(join(profile, 'user.js'), asUserScript({ ...PREFERENCES, ...preferences }))
  // System access: a driver may not open pages of extensions otherwise.
  const args = ['--headless', '--remote-debugging-port=0', '--remote-allow-system-access', '--profile', profile]
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const session = await openBidiSession(await printedAddress(child))

  return {
    session: () => session,
    async install(server) {
      const archive = Buffer.from(await (await fetch(server + EXTENSION_PACKAGES.firefox)).arrayBuffer())
      await session.send('webExtension.install', {
        extensionData: { type: 'base64', value: archive.toString('base64') },
      })
    },
    open: (page) => openFirefoxPage(session, page.includes('://') ? page : `${ORIGIN}/${page}`),
    async close() {
      const gone = once(child, 'exit')
      await session.send('browser.close').catch(() => child.kill('SIGKILL'))
      await gone
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const PREFERENCES = {
  'extensions.webextensions.uuids': JSON.stringify({ [GECKO_ID]: new URL(ORIGIN).host }),
  'extensions.background.idle.timeout': IDLE_MS,
  // Answers the browser's questions with yes.
  'extensions.webextOptionalPermissionPrompts': false,
  // Lets a test read what a click copied.
  'dom.events.testing.asyncClipboard': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  // No requests to Mozilla.
  'app.update.disabledForTesting': true,
  'datareporting.policy.dataSubmissionEnabled': false,
  'services.settings.server': 'data:,',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
}

function asUserScript(preferences: Record<string, unknown>): string {
  return Object.entries(preferences)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')
}

/** The address for sessions, which Firefox prints when it is ready. */
async function printedAddress(child: ChildProcess): Promise<string> {
  let output = ''
  child.stderr?.on('data', (part: Buffer) => (output += part.toString()))
  const printed = () => /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(output)?.[1]
  await waitFor(async () => {
    if (child.exitCode !== null) throw new Error(`Firefox ended with ${child.exitCode}:\n${output}`)
    return printed() !== undefined
  }, 'Firefox to listen')
  return printed() ?? ''
}
