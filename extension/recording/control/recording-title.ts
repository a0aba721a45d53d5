import { isMeetingTab, meetingName } from '../../captions/meeting-name.ts'
import type { CaptureSource, RecordingTitle } from '../../messaging/recording-protocol.ts'
import { MAX_TITLE } from '@callfolio/shared/titles.ts'

/**
 * The title that a recording begins with: what the person typed, else the meeting's own name, else the tab's title, which
 * gives way to the recap's. What another window shows has nothing to do with the tab in front, unless that is a meeting.
 */
export function recordingTitle({
  typed,
  tab,
  source,
}: {
  typed: string
  tab: { title: string; url: string }
  source: CaptureSource
}): RecordingTitle {
  const own = typed.trim()
  if (own !== '') return { text: own.slice(0, MAX_TITLE), source: 'typed' }
  const name = meetingName(tab)
  if (name !== null) return { text: name, source: 'meeting' }
  const saysNothing = source === 'screen' || isMeetingTab(tab)
  return { text: saysNothing ? '' : tab.title.trim().slice(0, MAX_TITLE), source: 'file' }
}

/** Says honestly which title the page will have. @param isShown whether the title stands beside it. */
export function describeTitle({ text, source }: RecordingTitle, isShown = false): string {
  if (source === 'typed') return 'Your title.'
  if (source === 'meeting') return 'The meeting’s name.'
  if (text === '') return 'Leave empty and we’ll name it from the call.'
  return isShown ? 'Working title.' : `Leave empty and we’ll name it from the call, or “${text}”.`
}
