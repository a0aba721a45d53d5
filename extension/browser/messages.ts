import browser, { type Runtime } from 'webextension-polyfill'
import type { Answers, Messages, Receiver } from '../messaging/messages.ts'

/** Answers a message, or returns undefined when it is for someone else. */
export type Answer = (message: unknown) => Promise<unknown> | undefined

/**
 * Sends a message to another part of the extension and waits for its answer. A background that sleeps is woken.
 * @throws Error with the other side's sentence, or when nobody is there.
 */
export async function sendMessage<To extends Receiver, Message extends Messages[To]>(
  to: To,
  message: Message,
): Promise<Answers[Message['type']]> {
  return browser.runtime.sendMessage({ to, message })
}

/** Answers what the extension's own pages send to this receiver; what a web page's process sends is ignored. */
export function listenAs(receiver: Receiver, answers: readonly Answer[]): void {
  browser.runtime.onMessage.addListener((sent: unknown, sender: Runtime.MessageSender) => {
    if (sender.id !== browser.runtime.id || sender.url?.startsWith(browser.runtime.getURL('')) !== true)
      return undefined
    const { to, message } = sent as { to?: unknown; message?: unknown }
    if (to !== receiver) return undefined
    return answers.map((answer) => answer(message)).find((answered) => answered !== undefined)
  })
}
