import { expect, test } from 'vitest'
import { sampleSite } from '../../library/microsite.testing.ts'
import { headerDraft, headerEdit } from './header-editor.tsx'

const SITE = sampleSite({ title: 'Call', description: 'With Acme.' })

test('an unchanged draft, or one with extra whitespace, changes nothing', () => {
  for (const site of [SITE, sampleSite({ description: null })]) {
    const draft = headerDraft(site)
    expect(headerEdit(site, draft)).toEqual({})
    expect(headerEdit(site, { ...draft, title: ` ${draft.title}\n` })).toEqual({})
  }
})

test('saves a date, and treats an empty one as none', () => {
  expect(headerEdit(SITE, { ...headerDraft(SITE), call_date: '2026-11-20' })).toEqual({ call_date: '2026-11-20' })
  const dated = sampleSite({ call_date: '2026-11-20' })
  expect(headerEdit(dated, headerDraft(dated))).toEqual({})
  expect(headerEdit(dated, { ...headerDraft(dated), call_date: '' })).toEqual({ call_date: null })
})

test('saves only changed fields, and treats an empty description as none', () => {
  expect(headerEdit(SITE, { ...headerDraft(SITE), title: 'Call with Acme ' })).toEqual({ title: 'Call with Acme' })
  expect(headerEdit(SITE, { ...headerDraft(SITE), description: ' ' })).toEqual({ description: null })
})
