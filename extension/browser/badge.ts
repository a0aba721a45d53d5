import browser from 'webextension-polyfill'
import { isRecordingBadge, recordingBadgeText, type RecorderState } from '../messaging/recording-protocol.ts'
import { unseenDownloads } from './downloads.ts'
import { noticedCalls } from './noticed-calls.ts'
import { canCaptureTabs } from './tab-capture.ts'

/** Sets a short text on the toolbar button. */
export interface Badge {
  /** At most four letters are visible. */
  text: string
  tone: 'recording' | 'busy' | 'good' | 'bad'
}

const COLOURS: Record<Badge['tone'], string> = {
  recording: '#b3261e',
  busy: '#0b6bc7',
  good: '#0b7647',
  bad: '#b3261e',
}

/** A call is running that is not recorded. */
const CALL: Badge = { text: '●', tone: 'busy' }
/** So many recordings were downloaded. */
const COUNT = /^\d+$/

/** What the button shows of a recording, with a mark if there is a warning; null: no recording. */
export function recordingBadge(state: RecorderState, hasWarnings: boolean): Badge | null {
  const text = recordingBadgeText(state, hasWarnings)
  return text === null ? null : { text, tone: 'recording' }
}

/** Shows a recording, above everything else; null: no recording any more. */
export async function showRecordingBadge(badge: Badge | null): Promise<void> {
  await draw(badge ?? (await idleBadge()))
}

/** Shows anything else, or nothing; a recording's badge stays. */
export async function showBadge(badge: Badge | null): Promise<void> {
  const next = badge ?? (await idleBadge())
  const shown = await browser.action.getBadgeText({})
  if (!isRecordingBadge(shown)) await draw(next)
}

/** Shows whether a call is running or recordings were downloaded; every other badge stays. */
export async function showIdleBadge(): Promise<void> {
  const next = await idleBadge()
  const shown = await browser.action.getBadgeText({})
  if (shown === '' || shown === CALL.text || COUNT.test(shown)) await draw(next)
}

/** Firefox can't record calls. */
async function idleBadge(): Promise<Badge | null> {
  if (canCaptureTabs() && (await noticedCalls()).length > 0) return CALL
  const { length } = await unseenDownloads()
  return length === 0 ? null : { text: String(length), tone: 'good' }
}

async function draw(badge: Badge | null): Promise<void> {
  await browser.action.setBadgeText({ text: badge?.text ?? '' })
  if (badge === null) return
  await browser.action.setBadgeBackgroundColor({ color: COLOURS[badge.tone] })
  await browser.action.setBadgeTextColor({ color: '#ffffff' })
}
