import {
  captionCommandSchema,
  captionsChangedSchema,
  type CaptionAnswers,
  type CaptionCommand,
  type CaptionSiteId,
  type CaptionsChanged,
  type CaptionStatus,
} from '../messaging/captions-protocol.ts'
import type { CaptionStore } from './caption-store.ts'
import type { CaptionSwitch } from './caption-switch.ts'
import { timeLines, writeWebVtt } from './caption-webvtt.ts'

export interface CaptionKeeperDeps {
  store: CaptionStore
  switch: Pick<CaptionSwitch, 'sitesOn' | 'set'>
  /** Called once for a meeting whose captions can't be read. */
  onUnreadable: (site: CaptionSiteId) => void
  /** ms since 1970. */
  now: () => number
}

export interface CaptionKeeper {
  /** Stores what a page with captions reports; undefined for other messages. */
  receive: (message: unknown, tabId: number | null) => Promise<void> | undefined
  /** Answers the extension's own pages; undefined for messages that are not caption commands. */
  answer: (message: unknown) => Promise<CaptionAnswers[keyof CaptionAnswers]> | undefined
}

/** The background's part: stores lines as they arrive and answers requests for them. It is stateless. */
export function createCaptionKeeper(deps: CaptionKeeperDeps): CaptionKeeper {
  return {
    receive(message, tabId) {
      const { data } = captionsChangedSchema.safeParse(message)
      return data === undefined ? undefined : keep(deps, data, tabId)
    },
    answer(message) {
      const { data } = captionCommandSchema.safeParse(message)
      return data === undefined ? undefined : carryOut(deps, data)
    },
  }
}

/** A script that was running when captions were switched off continues until its page is closed. */
async function keep(
  { store, switch: { sitesOn }, onUnreadable, now }: CaptionKeeperDeps,
  message: CaptionsChanged,
  tabId: number | null,
): Promise<void> {
  const { id, site, page } = message.session
  if (!(await sitesOn()).includes(site)) return
  const isNews =
    page === 'unreadable' &&
    !(await store.sessions()).some(({ session }) => session.id === id && session.page === 'unreadable')
  await store.change(message, tabId, now())
  if (isNews) onUnreadable(site)
}

async function carryOut(
  deps: CaptionKeeperDeps,
  command: CaptionCommand,
): Promise<CaptionAnswers[keyof CaptionAnswers]> {
  switch (command.type) {
    case 'captions/switch':
      return { on: await deps.switch.set(command.site, command.on) } satisfies CaptionAnswers[typeof command.type]
    case 'captions/status':
      return readStatus(deps)
    case 'captions/webvtt': {
      const lines = timeLines(await deps.store.lines(command.sessionIds), command.recording)
      return { webvtt: writeWebVtt(lines) } satisfies CaptionAnswers[typeof command.type]
    }
    case 'captions/forget':
      return { forgotten: await deps.store.forget(command.sessionIds) } satisfies CaptionAnswers[typeof command.type]
  }
}

async function readStatus(deps: CaptionKeeperDeps): Promise<CaptionStatus> {
  const sessions = await deps.store.sessions()
  return {
    on: await deps.switch.sitesOn(),
    sessions: sessions.map(({ session, lines }) => ({
      ...session,
      lines,
      health: describeHealth(lines, session.lastLineAt, deps.now()),
    })),
  }
}

/** The line that shows whether captions arrive: "Captions: 12 lines, last 3 s ago". Times in ms since 1970. */
export function describeHealth(lines: number, lastLineAt: number, now: number): string {
  if (lines === 0) return 'Waiting for captions'
  const seconds = Math.max(0, Math.floor((now - lastLineAt) / 1000))
  const ago = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`
  return `Captions: ${lines} ${lines === 1 ? 'line' : 'lines'}, last ${ago} ago`
}
