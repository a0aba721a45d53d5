import { describe, expect, test } from 'vitest'
import { LINK_SECTIONS } from '@callfolio/shared/contract/share.ts'
import { getAudience, sectionsInShort, termsInShort, worksNow, type LinkTerms } from './link-terms.ts'

const open: LinkTerms = {
  hasPassword: false,
  asksEmail: false,
  sections: LINK_SECTIONS,
  withVideo: false,
  whenReady: false,
}
const closed: LinkTerms = {
  hasPassword: true,
  asksEmail: true,
  sections: ['summary', 'quotes', 'todo_list'],
  withVideo: true,
  whenReady: true,
}

test('fits a link’s requirements and sections on one line', () => {
  expect(termsInShort(open)).toBe('No password · all sections · no video')
  expect(termsInShort(closed)).toBe(
    'Password · asks for an email address · 3 of 6 sections · with video · only when ready',
  )
})

test('names one or two sections, and counts more', () => {
  expect(
    [['summary'], ['summary', 'transcript'], ['summary', 'quotes', 'transcript'], []].map((sections) =>
      sectionsInShort(sections as (typeof LINK_SECTIONS)[number][]),
    ),
  ).toEqual(['Summary', 'Summary, Transcript', '3 of 6 sections', '0 of 6 sections'])
})

describe('the description of who can read what', () => {
  test('defaults to anyone, everything and no video', () => {
    expect(getAudience('Acme call', open)).toBe(
      'Until the link expires, anyone with it can read “Acme call” without an account. The video isn’t included.',
    )
  })

  test('names what a visitor has to enter and which sections are shown', () => {
    expect(getAudience('Acme call', closed)).toBe(
      'Until the link expires, anyone with it and its password can read “Acme call” without an account. Recipients enter an email address first. The link shows only Summary, Key Quotes, and Todo List. The video is included, if there is one.',
    )
  })

  test('says whether the link waits for a page that is not ready', () => {
    expect(getAudience('Acme call', open, true)).toContain('The link works right away')
    expect(getAudience('Acme call', { ...open, whenReady: true }, true)).toContain(
      'Until the page is ready, recipients see',
    )
  })

  test('omits sections while none is chosen', () => {
    expect(getAudience('Acme call', { ...open, sections: [] })).not.toContain('The link shows only')
  })
})

test('a link works until it expires, unless it is revoked', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(worksNow({ expires_at: '2026-11-21T12:00:01Z', revoked_at: null }, now)).toBe(true)
  expect(worksNow({ expires_at: '2026-11-21T12:00:00Z', revoked_at: null }, now)).toBe(false)
  expect(worksNow({ expires_at: '2026-11-22T12:00:00Z', revoked_at: '2026-11-21T11:00:00Z' }, now)).toBe(false)
})
