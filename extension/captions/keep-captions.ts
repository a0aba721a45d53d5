import {
  captionCommandSchema,
  captionsChangedSchema,
  type CaptionAnswers,
  type CaptionCommand,
  type CaptionStatus,
} from '../messaging/captions-protocol.ts'
import { describeHealth } from './caption-health.ts'
import type { CaptionStore } from './caption-store.ts'
import { timeLines, writeWebVtt } from './caption-webvtt.ts'

/** Where the extension may collect captions, as the browser knows it. */
export interface CaptionSwitch {
  isOn(): Promise<boolean>
  /** @returns whether it is on now; it stays off when the person has not allowed the site. */
  set(on: boolean): Promise<boolean>
}

export interface CaptionKeeperDeps {
  store: CaptionStore
  switch: CaptionSwitch
  /** ms since 1970. */
  now: () => number
}

export interface CaptionKeeper {
  /** Keeps what a page with captions reports; undefined for other messages. */
  receive: (message: unknown, tabId: number | null) => Promise<void> | undefined
  /** Answers the extension's own pages; undefined for what is no command about captions. */
  answer: (message: unknown) => Promise<CaptionAnswers[keyof CaptionAnswers]> | undefined
}

/** The background's part: keeps lines as they come and answers for them. It holds no state of its own. */
export function createCaptionKeeper(deps: CaptionKeeperDeps): CaptionKeeper {
  return {
    receive(message, tabId) {
      const { data } = captionsChangedSchema.safeParse(message)
      return data === undefined ? undefined : deps.store.change(data, tabId, deps.now())
    },
    answer(message) {
      const { data } = captionCommandSchema.safeParse(message)
      return data === undefined ? undefined : carryOut(deps, data)
    },
  }
}

async function carryOut(deps: CaptionKeeperDeps, command: CaptionCommand): Promise<CaptionAnswers[keyof CaptionAnswers]> {
  switch (command.type) {
    case 'captions/switch':
      return { on: await deps.switch.set(command.on) } satisfies CaptionAnswers[typeof command.type]
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
    on: await deps.switch.isOn(),
    sessions: sessions.map(({ session, lines }) => ({ ...session, lines, health: describeHealth(lines, session.lastLineAt, deps.now()) })),
  }
}
