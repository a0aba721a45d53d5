import type { CallChanged } from '../messaging/captions-protocol.ts'
import type { CaptionAdapter } from './caption-adapter.ts'
import { getName } from './collect-captions.ts'
import { watchCall } from './watch-call.ts'

/** Reported again after so many looks: the recorder may have opened after the last report. */
const REPORT_EVERY = 10

export interface ReportCallsOptions {
  /** The reader of the page's current address; null: it has none. */
  reader: () => CaptionAdapter | null
  send: (message: CallChanged) => Promise<void>
}

/** Reports the calls of this page and who is shown in them. @returns a function that stops it. */
export function reportCalls({ reader, send }: ReportCallsOptions): () => void {
  let site: CallChanged['site'] | null = null
  /** Who was reported last. */
  let people: string[] = []
  let looks = 0
  const report = (state: CallChanged['state']): void => {
    const adapter = reader()
    // Leaving a call may change the page's address to one without a reader.
    site = adapter?.site ?? site
    people = (state === 'entered' && adapter?.findPeople(document)) || []
    if (site !== null)
      void send({ type: 'captions/call', site, state, name: adapter && getName(adapter), people }).catch(() => {})
  }
  const unwatch = watchCall({
    isInCall: () => reader()?.isInCall(document) ?? false,
    now: () => Date.now(),
    onChange: (isInCall) => report(isInCall ? 'entered' : 'left'),
    onLook() {
      looks += 1
      if (looks % REPORT_EVERY === 0 || reader()?.findPeople(document).join('\n') !== people.join('\n'))
        report('entered')
    },
  })
  const close = (): void => report('closed')
  window.addEventListener('pagehide', close)
  return () => {
    unwatch()
    window.removeEventListener('pagehide', close)
  }
}
