import { openAccount } from '../account/account.ts'
import { sendMessage } from '../browser/messages.ts'
import { openOptions, openTab } from '../browser/pages.ts'
import { linkAtStartItem } from '../settings/items.ts'
import { serverAnswers } from '../settings/server-address.ts'
import { createRecorderClient } from '../recording/control/recorder-client.ts'
import { createUploadsClient } from '../uploads/uploads-client.ts'
import type { Services } from './services.tsx'

/** Creates the clients of the extension's windows. @param server the chosen address. */
export function openServices(server: string): Services {
  const wakeEngine = (): Promise<void> => sendMessage('background', { type: 'engine/wake' })
  return {
    account: openAccount(server),
    uploads: createUploadsClient({ server, wakeEngine, sendToEngine: (command) => sendMessage('engine', command) }),
    recorder: createRecorderClient(),
    wantsLink: linkAtStartItem.read,
    continueWithWeb: () => sendMessage('background', { type: 'account/continue' }),
    checkServer: serverAnswers,
    openTab,
    openOptions,
  }
}
