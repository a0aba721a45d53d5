import { describe, expect, test } from 'vitest'
import { describeTitle, recordingTitle } from './recording-title.ts'

const MEETING = { title: 'Meet – Weekly sync', url: 'https://meet.google.com/abc-defg-hij' }
const CODE = { title: 'Meet – abc-defg-hij', url: 'https://meet.google.com/abc-defg-hij' }
const PAGE = { title: 'Demo day ', url: 'https://call.example/' }

describe('a recording’s title', () => {
  test('is what the person typed, else the meeting’s own name, else for now the tab’s title', () => {
    expect(recordingTitle({ typed: ' Mine ', tab: MEETING, source: 'tab' })).toEqual({ text: 'Mine', source: 'typed' })
    expect(recordingTitle({ typed: ' ', tab: MEETING, source: 'tab' })).toEqual({
      text: 'Weekly sync',
      source: 'meeting',
    })
    expect(recordingTitle({ typed: '', tab: CODE, source: 'tab', callName: 'Weekly sync' })).toEqual({
      text: 'Weekly sync',
      source: 'meeting',
    })
    expect(recordingTitle({ typed: '', tab: PAGE, source: 'tab' })).toEqual({ text: 'Demo day', source: 'file' })
  })

  test('is empty when the tab shows only a meeting’s code, or another window is recorded', () => {
    const none = { text: '', source: 'file' }
    expect(recordingTitle({ typed: '', tab: CODE, source: 'tab' })).toEqual(none)
    expect(recordingTitle({ typed: '', tab: PAGE, source: 'screen' })).toEqual(none)
    expect(recordingTitle({ typed: '', tab: MEETING, source: 'screen' }).text).toBe('Weekly sync')
  })
})

test('describes the title of a recording by its source', () => {
  expect(
    [
      { text: 'Mine', source: 'typed' as const },
      { text: 'Weekly sync', source: 'meeting' as const },
      { text: 'Demo day', source: 'file' as const },
      { text: '', source: 'file' as const },
    ].map((title) => describeTitle(title)),
  ).toEqual([
    'Your title.',
    'The meeting’s name.',
    'Leave empty to name it from the call. If we can’t, it’s “Demo day”.',
    'Leave empty to name it from the call.',
  ])
  expect(describeTitle({ text: 'Demo day', source: 'file' }, true)).toBe('Temporary. We’ll name it from the call.')
})
