import { expect, test } from 'vitest'
import { isRecordingBadge, recordingBadgeText } from './recording-protocol.ts'

test('marks a recording with a warning on the button, even while it is paused', () => {
  const texts = (hasWarnings: boolean) =>
    (['idle', 'starting', 'recording', 'paused'] as const).map((state) => recordingBadgeText(state, hasWarnings))
  expect(texts(false)).toEqual([null, '…', 'REC', '❚❚'])
  expect(texts(true)).toEqual([null, '…!', 'REC!', '❚❚!'])
  for (const text of [...texts(false), ...texts(true)]) expect(isRecordingBadge(text ?? '')).toBe(text !== null)
})
