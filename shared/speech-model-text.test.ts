import { expect, test } from 'vitest'
import { diskText } from './speech-model-text.ts'

test('mentions only the free space when no model is installed', () => {
  expect(diskText({ models: 0, free: 79_800_000_000 })).toBe('79.8 GB free.')
  expect(diskText({ models: 1, free: 900_000_000 })).toBe('Models use 1 MB; 900 MB free.')
  expect(diskText({ models: 700_000_000, free: 79_800_000_000 })).toBe('Models use 700 MB; 79.8 GB free.')
})
