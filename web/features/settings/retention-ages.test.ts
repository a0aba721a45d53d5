import { expect, test } from 'vitest'
import { ageChoices, longerParts } from './retention-ages.ts'

const FOR_GOOD = { media_days: null, transcript_days: null, page_days: null }

test('offers a saved period that is not among the standard ones', () => {
  expect(ageChoices(null).map(({ label }) => label)).toEqual([
    'Forever',
    '30 days',
    '90 days',
    '180 days',
    '1 year',
    '2 years',
    '5 years',
  ])
  expect(ageChoices(45).map(({ days }) => days)).toEqual([null, 30, 45, 90, 180, 365, 730, 1825])
})

test('adjusts the other periods so that nothing outlives the part that shows it', () => {
  expect(longerParts(FOR_GOOD, 'media', 30)).toEqual({ ...FOR_GOOD, media_days: 30 })
  expect(longerParts(FOR_GOOD, 'page', 90)).toEqual({ media_days: 90, transcript_days: 90, page_days: 90 })
  const short = { media_days: 30, transcript_days: 90, page_days: 180 }
  expect(longerParts(short, 'media', 365)).toEqual({ media_days: 365, transcript_days: 365, page_days: 365 })
  expect(longerParts(short, 'transcript', 30)).toEqual({ ...short, transcript_days: 30 })
  expect(longerParts(short, 'transcript', null)).toEqual({ media_days: 30, transcript_days: null, page_days: null })
})
