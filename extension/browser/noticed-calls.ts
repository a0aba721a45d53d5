import browser, { type Storage } from 'webextension-polyfill'
import { callChangedSchema, type CallChanged } from '../messaging/captions-protocol.ts'

/** A call in a tab, as its page reports it. */
export type NoticedCall = Pick<CallChanged, 'name' | 'people'> & { tabId: number }

// A key for each tab, because their pages report at the same time. Gone when the browser ends.
const PREFIX = 'call '

/** Remembers what a tab's page reports of its call. */
export async function noteCall(tabId: number, call: CallChanged): Promise<void> {
  const key = `${PREFIX}${tabId}`
  if (call.state === 'entered') await browser.storage.session.set({ [key]: call })
  else await browser.storage.session.remove(key)
}

/** The calls that run now. */
export async function noticedCalls(): Promise<NoticedCall[]> {
  const stored = await browser.storage.session.get(null)
  return Object.entries(stored).flatMap(([key, value]) => {
    const call = key.startsWith(PREFIX) ? callChangedSchema.safeParse(value).data : undefined
    return call === undefined ? [] : [{ tabId: Number(key.slice(PREFIX.length)), name: call.name, people: call.people }]
  })
}

/** Forgets the calls of closed tabs. Call it when the background starts. */
export function forgetClosedCalls(onForgotten: () => void): void {
  browser.tabs.onRemoved.addListener((tabId) => {
    void browser.storage.session.remove(`${PREFIX}${tabId}`).then(onForgotten)
  })
}

/** Reports that a call begins or ends, and that another tab comes to the front. @returns a function that unsubscribes. */
export function watchCalls(onChange: () => void): () => void {
  const onStored = (changes: Storage.StorageAreaOnChangedChangesType): void => {
    if (Object.keys(changes).some((key) => key.startsWith(PREFIX))) onChange()
  }
  browser.storage.session.onChanged.addListener(onStored)
  browser.tabs.onActivated.addListener(onChange)
  return () => {
    browser.storage.session.onChanged.removeListener(onStored)
    browser.tabs.onActivated.removeListener(onChange)
  }
}

/** Brings a tab to the front, with its window. */
export async function showTab(tabId: number): Promise<void> {
  const { windowId } = await browser.tabs.update(tabId, { active: true })
  if (windowId !== undefined) await browser.windows.update(windowId, { focused: true })
}
