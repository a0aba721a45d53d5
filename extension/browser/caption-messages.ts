import browser, { type Runtime } from 'webextension-polyfill'
import type { CaptionAnswers, CaptionCommand } from '../messaging/captions-protocol.ts'

/** Sends a message from a page with captions to the background, waking it if necessary. */
export async function sendToBackground(message: object): Promise<void> {
  await browser.runtime.sendMessage(message)
}

/** Asks the background about captions, from one of the extension's pages. */
export type AskCaptions = <Type extends CaptionCommand['type']>(
  command: Extract<CaptionCommand, { type: Type }>,
) => Promise<CaptionAnswers[Type]>

export const askCaptions: AskCaptions = (command) => browser.runtime.sendMessage(command)

/** Both return undefined for messages to other receivers, which another listener then answers. */
export interface MessageHandlers {
  /** From the extension's script in a web page. */
  fromSite: (message: unknown, tabId: number | null) => Promise<unknown> | undefined
  /** From one of the extension's pages. */
  fromOwnPage: (message: unknown) => Promise<unknown> | undefined
}

/**
 * Routes messages by permitted sender: a compromised web page process could otherwise request another meeting's
 * captions.
 */
export function listenForCaptions({ fromSite, fromOwnPage }: MessageHandlers): void {
  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender) => {
    if (sender.url?.startsWith(browser.runtime.getURL('')) === true) return fromOwnPage(message)
    return fromSite(message, sender.tab?.id ?? null)
  })
}
