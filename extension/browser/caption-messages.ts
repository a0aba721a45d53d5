import browser, { type Runtime } from 'webextension-polyfill'
import type { CaptionAnswers, CaptionCommand } from '../messaging/captions-protocol.ts'

/** Sends a message from a page with captions to the background, which it wakes. */
export async function sendToBackground(message: object): Promise<void> {
  await browser.runtime.sendMessage(message)
}

/** Asks the background about captions, from a page of the extension. */
export type AskCaptions = <Type extends CaptionCommand['type']>(
  command: Extract<CaptionCommand, { type: Type }>,
) => Promise<CaptionAnswers[Type]>

export const askCaptions: AskCaptions = (command) => browser.runtime.sendMessage(command)

/** Both return undefined for a message that is for someone else: another listener then answers it. */
export interface MessageHandlers {
  /** From the extension's script in a page of the web. */
  fromSite: (message: unknown, tabId: number | null) => Promise<unknown> | undefined
  /** From a page of the extension. */
  fromOwnPage: (message: unknown) => Promise<unknown> | undefined
}

/**
 * Hands messages to those who may send them: a web page's process could be taken over and then ask for another
 * meeting's captions.
 */
export function listenForCaptions({ fromSite, fromOwnPage }: MessageHandlers): void {
  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender) => {
    if (sender.url?.startsWith(browser.runtime.getURL('')) === true) return fromOwnPage(message)
    return fromSite(message, sender.tab?.id ?? null)
  })
}
