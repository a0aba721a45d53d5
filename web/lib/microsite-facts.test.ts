import { expect, test } from 'vitest'
import { sampleSite } from '../features/library/microsite.testing.ts'
import { cardFacts, documentFacts, ownerFacts } from './microsite-facts.ts'

const line = (id: string, speaker: string | null) => ({ id, start_ms: 0, end_ms: 1000, speaker, text: 'Yes.' })
const SITE = sampleSite({
  created_at: '2026-11-23T12:00:00Z',
  call_date: '2026-11-21',
  duration_ms: 3_725_000,
  view_count: 1,
  consent: { at: '2026-11-20T12:00:00Z' },
  segments: [line('s1', 'Ann'), line('s2', 'Ben'), line('s3', null)],
})
const getTexts = (facts: { text: string }[]) => facts.map(({ text }) => text)

test('a document states its date, length and number of speakers', () => {
  expect(documentFacts(SITE)).toEqual([
    { text: 'Nov 21, 2026', moment: '2026-11-21' },
    { text: '1:02:05' },
    { text: '2 speakers' },
  ])
  const unknown = { ...SITE, duration_ms: null, segments: [line('s1', 'Ann'), line('s2', null)] }
  expect(getTexts(documentFacts(unknown)), 'one speaker is no fact').toEqual(['Nov 21, 2026'])
})

test('its owner also sees the views and the consent, if there are any', () => {
  expect(getTexts(ownerFacts(SITE)).slice(3)).toEqual([
    '1 view',
    'You agreed on Nov 20, 2026 to tell everyone about the recording',
  ])
  expect(ownerFacts({ ...SITE, view_count: 0, consent: null })).toEqual(documentFacts(SITE))
})

test('only its owner sees when a call was added, and only if its date is unknown', () => {
  const undated = { ...SITE, call_date: null }
  expect(getTexts(documentFacts(undated))).toEqual(['1:02:05', '2 speakers'])
  expect(getTexts(ownerFacts(undated))[0]).toBe('Added on Nov 23, 2026')
})

test('a card shows its date and its views, even zero', () => {
  expect(getTexts(cardFacts({ ...SITE, view_count: 0 }))).toEqual(['Nov 23, 2026', '0 views'])
})

test('pages and exports state what was removed from a call, and the owner’s consent statement', () => {
  const at = '2026-11-23T12:00:00Z'
  const removed = { ...SITE, recording_removed_at: at, transcript_removed_at: at }
  expect(getTexts(documentFacts(removed)).slice(3)).toEqual([
    'Recording deleted on Nov 23, 2026',
    'Transcript deleted on Nov 23, 2026',
  ])
  const stated = {
    ...SITE,
    consent_statement: { kind: 'agreed' as const, by: 'Ann Rep', at, note: 'asked {by} first' },
  }
  expect(getTexts(documentFacts(stated)).slice(3)).toEqual([
    'Everyone agreed to be recorded: asked {by} first (stated by Ann Rep on Nov 23, 2026)',
  ])
  const unnamed = { ...SITE, consent_statement: { kind: 'told' as const, by: null, at, note: null } }
  expect(getTexts(documentFacts(unnamed, 'de')).slice(3)).toEqual([
    'Alle wurden über die Aufzeichnung informiert (angegeben am 23.11.2026)',
  ])
})
