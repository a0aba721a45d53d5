import { describe, expect, test } from 'vitest'
import { createLinkSchema, linkChangeSchema, type ShareableLink } from '@callfolio/shared/contract/share.ts'
import { getChange, getDraft, draftTerms, linkFields, OPEN_LINK, getProblem, withSection } from './link-draft.ts'

const link: ShareableLink = {
  id: 'l1',
  token: 't',
  microsite_id: 'm1',
  created_by_user_id: 'u1',
  label: 'Acme',
  expires_at: '2026-11-28T12:00:00.000Z',
  revoked_at: null,
  has_password: true,
  asks_email: true,
  sections: ['summary', 'transcript'],
  with_video: false,
  when_ready: false,
  early: false,
  view_count: 0,
  last_opened_at: null,
  created_at: '2026-11-21T12:00:00.000Z',
  share_url: 'http://localhost:3000/s/t',
  reachable: false,
  microsite: { id: 'm1', title: 'Acme call', description: null, created_at: '2026-11-21T12:00:00.000Z' },
}
const own = getDraft(link)

test('a new link requires nothing and shows everything but the video', () => {
  const fields = linkFields(OPEN_LINK)
  expect(fields).toEqual({
    label: null,
    password: null,
    asks_email: false,
    sections: null,
    with_video: false,
    when_ready: false,
  })
  expect(createLinkSchema.safeParse({ microsite_id: 'm1', expires_in_days: 7, ...fields }).success).toBe(true)
})

test('sections stay in page order, whatever the order of choosing', () => {
  const none = ['summary', 'quotes', 'action_points', 'important_points', 'todo_list', 'transcript'] as const
  const without = none.reduce((draft, section) => withSection(draft, section, false), OPEN_LINK)
  expect(without.sections).toEqual([])
  expect(withSection(withSection(without, 'transcript', true), 'quotes', true).sections).toEqual([
    'quotes',
    'transcript',
  ])
})

test('rejects a password that is too short and a page without sections', () => {
  expect(getProblem({ ...OPEN_LINK, password: 'abc' })).toBe('Use at least 4 characters.')
  expect(getProblem({ ...OPEN_LINK, sections: [] })).toBe('Choose at least one section.')
  expect(getProblem({ ...OPEN_LINK, password: 'abcd' })).toBeNull()
})

describe('a change to a link', () => {
  test('is empty when its form was left unchanged', () => {
    expect(getChange(link, own, null)).toBeNull()
    expect(getChange({ ...link, has_password: false }, { ...own, keepsPassword: false }, null)).toBeNull()
  })

  test.each([
    ['the label', { ...own, label: ' Globex ' }, { label: 'Globex' }],
    ['no label', { ...own, label: ' ' }, { label: null }],
    ['all sections', { ...own, sections: OPEN_LINK.sections }, { sections: null }],
    ['other sections', { ...own, sections: ['quotes'] as const }, { sections: ['quotes'] }],
    ['the e-mail address', { ...own, asksEmail: false }, { asks_email: false }],
    ['the video', { ...own, withVideo: true }, { with_video: true }],
    ['the wait for the page', { ...own, whenReady: true }, { when_ready: true }],
    ['another password', { ...own, keepsPassword: false, password: ' x y ' }, { password: ' x y ' }],
    ['no password', { ...own, keepsPassword: false }, { password: null }],
  ])('contains only %s', (_what, draft, change) => {
    expect(getChange(link, draft, null)).toEqual(change)
    expect(linkChangeSchema.safeParse(change).success).toBe(true)
  })

  test('contains a new expiry, counted from now', () => {
    expect(getChange(link, own, 30)).toEqual({ expires_in_days: 30 })
  })
})

test('counts an existing password as set', () => {
  expect(draftTerms(own).hasPassword).toBe(true)
  expect(draftTerms({ ...own, keepsPassword: false }).hasPassword).toBe(false)
})
