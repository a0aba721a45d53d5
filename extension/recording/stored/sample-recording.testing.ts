import type { Recording } from './recording.ts'

/** A finished recording of a tab with the sounds of both sides. */
export const SAMPLE_RECORDING: Recording = {
  id: 'one',
  server: '',
  userId: 'ann',
  source: 'tab',
  title: 'Call',
  titleSource: 'typed',
  tabId: 1,
  mimeType: 'video/webm',
  files: { mixed: 'one-call', sound: null, microphone: 'one-microphone', tab: 'one-tab' },
  startedAt: 0,
  endedAt: 1000,
  bytes: 1000,
  durationMs: 1000,
  pauses: [],
  marks: [],
  participants: [],
  captionSessionIds: [],
  link: false,
  captions: false,
  consent: null,
  state: 'recorded',
  note: null,
}
