import { showIdleBadge } from '../browser/badge.ts'
import { noteCall } from '../browser/noticed-calls.ts'
import { barRequestSchema } from '../messaging/bar-protocol.ts'
import { callChangedSchema, type CallChanged } from '../messaging/captions-protocol.ts'
import type { LiveCommand } from '../messaging/recording-protocol.ts'
import { recordingBarItem } from '../settings/items.ts'
import type { CaptionKeeper } from './keep-captions.ts'
import type { CaptionSwitch } from './caption-switch.ts'

export interface PageReceiverDeps {
  keeper: Pick<CaptionKeeper, 'receive'>
  switch: Pick<CaptionSwitch, 'sitesOn'>
  command: (command: LiveCommand) => void
}

/** What a meeting's page may send: its captions and calls, and whether the bar is wanted. */
export function createPageReceiver(deps: PageReceiverDeps) {
  return (message: unknown, tabId: number | null): Promise<unknown> | undefined => {
    const bar = barRequestSchema.safeParse(message).data
    if (bar !== undefined) return bar.type === 'bar/hide' ? recordingBarItem.write(false) : recordingBarItem.read()
    const call = callChangedSchema.safeParse(message).data
    if (call === undefined) return deps.keeper.receive(message, tabId)
    return tabId === null ? undefined : follow(deps, tabId, call)
  }
}

async function follow(deps: PageReceiverDeps, tabId: number, call: CallChanged): Promise<void> {
  // A script that was running when captions were switched off continues until its page is closed.
  const isOn = (await deps.switch.sitesOn()).includes(call.site)
  // A page that loads again is not the end of its call.
  if (call.state !== 'closed')
    deps.command({ type: 'call', tabId, hasLeft: call.state === 'left', people: isOn ? call.people : [] })
  await noteCall(tabId, isOn ? call : { ...call, state: 'closed' })
  await showIdleBadge()
}
