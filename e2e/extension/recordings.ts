import { createHash } from 'node:crypto'
import type { Page } from 'playwright/test'
import type { ExtensionBrowser } from '../fixtures/extension.ts'
import type { Popup } from '../fixtures/popup.ts'
import { waitFor } from '../fixtures/server.ts'

/** A file in the recorder's folder. */
export interface RecordingFile {
  name: string
  size: number
  sha256: string
  bytes: Buffer
}

/** The popup of a tab; reopened when it has closed, which a click on the tab causes. */
export interface RecorderPopup {
  sees(text: string | RegExp): Promise<void>
  recordedFor(seconds: number): Promise<void>
  click(name: string): Promise<void>
  clickAndClose(name: string): Promise<void>
  text(): Promise<string>
  close(): Promise<void>
}

/** Follows the recorder in the popup of a tab. */
export function recorderPopup(browser: ExtensionBrowser, page: Page, first?: Popup): RecorderPopup {
  let popup = first
  /** It may close between the check and the request. */
  async function inPopup<Result>(run: (open: Popup) => Promise<Result>): Promise<Result> {
    for (let tries = 0; ; tries += 1) {
      if (!(await popup?.isOpen())) popup = await browser.openPopup(page)
      try {
        return await run(popup as Popup)
      } catch (error) {
        if (tries === 3 || (await popup?.isOpen())) throw error
      }
    }
  }
  return {
    sees: (text) => inPopup((open) => open.sees(text)),
    recordedFor: (seconds) => inPopup((open) => open.recordedFor(seconds)),
    click: (name) => inPopup((open) => open.click(name)),
    clickAndClose: (name) => inPopup((open) => open.clickAndClose(name)),
    text: () => inPopup((open) => open.text()),
    close: async () => popup?.close(),
  }
}

/**
 * Starts recording the tab from the popup, for a first-time or returning user.
 * @param microphone whether it is recorded too; it must be allowed already.
 * @param title the title that the user enters, if any.
 * @returns the popup, which follows the recording.
 */
export async function startRecording(
  browser: ExtensionBrowser,
  page: Page,
  { microphone = false, title = '' } = {},
): Promise<RecorderPopup> {
  const popup = await browser.openPopup(page)
  await popup.sees(/Record this (?:tab|call)/)
  // Folded away while an earlier recording's card is shown.
  await popup.sees('My microphone')
  const consent = 'I’ll tell everyone that I’m recording'
  if ((await popup.text()).includes(consent)) await popup.click(consent)
  const isRecorded = `[...document.querySelectorAll('label')].find((one) => one.textContent.trim() === 'My microphone')?.control.checked ?? null`
  let recorded: boolean | null = null
  await waitFor(
    async () => (recorded = await popup.evaluate<boolean | null>(isRecorded)) !== null,
    'the microphone checkbox',
  )
  if (recorded !== microphone) await popup.click('My microphone')
  if (title !== '') await popup.fill('Meeting Title', title)
  await popup.click((await popup.text()).includes('Record this call') ? 'Record this call' : 'Record this tab')
  const recording = recorderPopup(browser, page, popup)
  await recording.sees(/\d:\d\d\s+Recording/)
  return recording
}

/** Lists the recorder's folder, in a page of the extension. A file being recorded can't be read. */
export async function recordingFiles(browser: ExtensionBrowser): Promise<RecordingFile[]> {
  const page = await browser.open('options.html')
  const files = await page.evaluate(readRecordings)
  await page.close()
  return files.map(({ name, base64 }) => {
    const bytes = Buffer.from(base64, 'base64')
    return { name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), bytes }
  })
}

async function readRecordings(): Promise<{ name: string; base64: string }[]> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle('recordings', { create: true })
  const found: { name: string; base64: string }[] = []
  for await (const [name, handle] of folder as unknown as AsyncIterable<[string, FileSystemFileHandle]>) {
    const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer())
    // In chunks: one call can't take that many arguments.
    const letters = Array.from({ length: Math.ceil(bytes.length / 32_768) }, (_, part) =>
      String.fromCharCode(...bytes.subarray(part * 32_768, (part + 1) * 32_768)),
    )
    found.push({ name, base64: btoa(letters.join('')) })
  }
  return found
}
