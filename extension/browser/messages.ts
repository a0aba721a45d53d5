import browser, { type Runtime } from 'webextension-polyfill'
import type { Answers, Messages, Receiver } from '../messaging/messages.ts'

/** Answers a message, or returns undefined if it is for another receiver. */
export type Answer = (message: unknown) => Promise<unknown> | undefined

/**
 * Sends a message to another part of the extension and waits for its answer. Wakes a suspended background.
 * @throws Error with the other side's sentence, or when no receiver exists.
 */
export async function sendMessage<To extends Receiver, Message extends Messages[To]>(
  to: To,
  message: Message,
): Promise<Answers[Message['type']]> {
  return browser.runtime.sendMessage({ to, message })
}

/**
 * Answers messages from the extension's own pages to this receiver; messages from a web page's process are ignored.
 */
export function listenAs(receiver: Receiver, answers: readonly Answer[]): void {
  browser.runtime.onMessage.addListener((sent: unknown, sender: Runtime.MessageSender) => {
    if (sender.id !== browser.runtime.id || sender.url?.startsWith(browser.runtime.getURL('')) !== true)
      return undefined
    const { to, message } = sent as { to?: unknown; message?: unknown }
    if (to !== receiver) return undefined
    return answers.map((answer) => answer(message)).find((answered) => answered !== undefined)
  })
}
