import { isMeetingTab, meetingName } from '../../captions/meeting-name.ts'
import type { CaptureSource, RecordingTitle } from '../../messaging/recording-protocol.ts'
import { MAX_TITLE } from '@callfolio/shared/titles.ts'

/**
 * A recording's initial title: what the person typed, else the meeting's own name, else the tab's title, which the
 * recap's title replaces. If another window is recorded, the front tab's title doesn't count unless it is a meeting.
 * @param callName of the call in the tab, as its page shows it; null: unknown.
 */
export function recordingTitle({
  typed,
  tab,
  source,
  callName = null,
}: {
  typed: string
  tab: { title: string; url: string }
  source: CaptureSource
  callName?: string | null
}): RecordingTitle {
  const own = typed.trim()
  if (own !== '') return { text: own.slice(0, MAX_TITLE), source: 'typed' }
  const name = callName ?? meetingName(tab)
  if (name !== null) return { text: name, source: 'meeting' }
  const saysNothing = source === 'screen' || isMeetingTab(tab)
  return { text: saysNothing ? '' : tab.title.trim().slice(0, MAX_TITLE), source: 'file' }
}

/** Describes which title the page will have. @param isShown whether the title is displayed next to it. */
export function describeTitle({ text, source }: RecordingTitle, isShown = false): string {
  if (source === 'typed') return 'Your title.'
  if (source === 'meeting') return 'The meeting’s name.'
  if (text === '') return 'Leave empty to name it from the call.'
  return isShown
    ? 'Temporary. We’ll name it from the call.'
    : `Leave empty to name it from the call. If we can’t, it’s “${text}”.`
}
