import { expect, test } from 'vitest'
import { keptSentence } from './kept-notice.tsx'

const FOR_GOOD = { pinned: false, media_until: null, transcript_until: null, page_until: null }

test('groups parts removed on the same day, and omits parts that are never removed', () => {
  const [march, june] = ['2027-03-01T12:00:00.000Z', '2027-06-01T12:00:00.000Z']
  expect(keptSentence({ ...FOR_GOOD, media_until: march, transcript_until: june, page_until: june })).toBe(
    'Kept until Mar 1, 2027 (recording), Jun 1, 2027 (transcript, microsite and links), based on your retention settings.',
  )
  expect(keptSentence(FOR_GOOD)).toBeNull()
  expect(keptSentence({ ...FOR_GOOD, pinned: true })).toContain('Pinned')
})
