import { expect, test } from 'vitest'
import { recordingBadge } from './badge.ts'

test('a recording with a warning is marked on the button, also while it is paused', () => {
  const texts = (hasWarnings: boolean) =>
    (['idle', 'recording', 'paused'] as const).map((state) => recordingBadge(state, hasWarnings)?.text ?? null)
  expect(texts(false)).toEqual([null, 'REC', '❚❚'])
  expect(texts(true)).toEqual([null, 'REC!', '❚❚!'])
})
