import { expect, test } from 'vitest'
import { sampleSite } from '../../library/microsite.testing.ts'
import { headerDraft, headerEdit } from './header-editor.tsx'

const SITE = sampleSite({ title: 'Call', description: 'With Acme.' })

test('a draft that was not changed changes nothing, nor does space around it', () => {
  for (const site of [SITE, sampleSite({ description: null })]) {
    const draft = headerDraft(site)
    expect(headerEdit(site, draft)).toEqual({})
    expect(headerEdit(site, { ...draft, title: ` ${draft.title}\n` })).toEqual({})
  }
})

test('a date is saved, and an empty one is none', () => {
  expect(headerEdit(SITE, { ...headerDraft(SITE), call_date: '2026-11-20' })).toEqual({ call_date: '2026-11-20' })
  const dated = sampleSite({ call_date: '2026-11-20' })
  expect(headerEdit(dated, headerDraft(dated))).toEqual({})
  expect(headerEdit(dated, { ...headerDraft(dated), call_date: '' })).toEqual({ call_date: null })
})

test('only what was changed is saved, and a description without text is none', () => {
  expect(headerEdit(SITE, { ...headerDraft(SITE), title: 'Call with Acme ' })).toEqual({ title: 'Call with Acme' })
  expect(headerEdit(SITE, { ...headerDraft(SITE), description: ' ' })).toEqual({ description: null })
})
