import { expect, test } from 'vitest'
import {
  getCount,
  formatAgo,
  formatClock,
  formatDate,
  formatLengthOver,
  formatGigabytes,
  formatMegabytes,
  formatMinutes,
  quoted,
} from './format.ts'

test('shows hours in a recording’s time only if there are any', () => {
  expect([0, 7_999, 724_000, 3_729_000].map(formatClock)).toEqual(['0:00', '0:07', '12:04', '1:02:09'])
})

test('formats sizes in MB', () => {
  expect([0, 3_355_443, 524_288_000, 2_147_483_648].map(formatMegabytes)).toEqual([
    '0.0 MB',
    '3.2 MB',
    '500 MB',
    '2,048 MB',
  ])
})

test('formats sizes in GB', () => {
  expect([0, 10_522_669_056, 214_748_364_800].map(formatGigabytes)).toEqual(['0 GB', '9.8 GB', '200 GB'])
})

test('formats durations in minutes', () => {
  expect([12, 60, 89, 95, 2760].map(formatMinutes)).toEqual([
    'under a minute',
    '1 minute',
    '1 minute',
    '2 minutes',
    '46 minutes',
  ])
})

test('formats a duration above a limit in minutes, with seconds if it would look like the limit', () => {
  expect([1201.4, 1210, 1229, 1231, 1500.04].map((seconds) => formatLengthOver(seconds, 1200))).toEqual([
    '20 minutes and 1 second',
    '20 minutes and 10 seconds',
    '20 minutes and 29 seconds',
    '21 minutes',
    '25 minutes',
  ])
  expect([61, 5.2].map((seconds) => formatLengthOver(seconds, 2))).toEqual(['1 minute', '5 seconds'])
})

test('keeps a calendar date the same in every time zone', () => {
  expect(formatDate('2026-12-01')).toBe('Dec 1, 2026')
})

test('quotes a name in a sentence, and truncates a long one', () => {
  expect(quoted('Acme call')).toBe('“Acme call”')
  expect(quoted('👍'.repeat(81))).toBe(`“${'👍'.repeat(80)}…”`)
})

test('uses the singular for one', () => {
  expect([0, 1, 1204].map((count) => getCount(count, 'view'))).toEqual(['0 views', '1 view', '1,204 views'])
})

test('shows a timestamp of the last 30 days as its age, rounded down, an older one as its date', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const ages = [
    '2026-11-21T12:00:05Z',
    '2026-11-21T11:59:01Z',
    '2026-11-21T11:59:00Z',
    '2026-11-21T09:01:00Z',
    '2026-11-20T12:00:00Z',
    '2026-10-22T12:00:01Z',
    '2026-10-22T12:00:00Z',
  ]
  expect(ages.map((iso) => formatAgo(iso, now))).toEqual([
    'just now',
    'just now',
    '1 minute ago',
    '2 hours ago',
    '1 day ago',
    '29 days ago',
    'on Oct 22, 2026',
  ])
})
