import { expect, test } from 'vitest'
import { contactSchema } from './contact.ts'
import { beginMeetingSchema, evidenceItemSchema, micrositeEditSchema, processMeetingSchema } from './microsite.ts'
import { createLinkSchema, linkChangeSchema } from './share.ts'
import { tagChangeSchema, tagFormSchema } from './tag.ts'
import { segmentSchema } from './transcript.ts'

const NAME = 'Acme \u202Efdp.exe\u202C \u2066x\u2069\u200F\u061C'
const STRIPPED = 'Acme fdp.exe x'
const LINE = { id: 's1', start_ms: 0, end_ms: 1, speaker: null, text: 'x' }
const ID = '0'.repeat(32)

test.each<[what: string, parsed: () => unknown]>([
  ['a tag', () => tagFormSchema.parse({ name: NAME })],
  ['a renamed tag', () => tagChangeSchema.parse({ name: NAME })],
  ['a label of a link', () => createLinkSchema.parse({ microsite_id: ID, expires_in_days: 7, label: NAME })],
  ['a changed label', () => linkChangeSchema.parse({ label: NAME })],
  ['a title', () => micrositeEditSchema.parse({ title: NAME })],
  ['a title of a recording', () => processMeetingSchema.parse({ captions: 'x', title: NAME })],
  ['a title of a begun recording', () => beginMeetingSchema.parse({ id: ID, title: NAME })],
  ['a speaker', () => micrositeEditSchema.parse({ rename_speaker: { from: 'Ann', to: NAME } })],
  ['a line\u2019s speaker', () => micrositeEditSchema.parse({ segments: [{ id: 's1', speaker: NAME }] })],
  ['an imported line\u2019s speaker', () => segmentSchema.parse({ ...LINE, speaker: NAME })],
  ['an imported line\u2019s first speaker', () => segmentSchema.parse({ ...LINE, heard: { speaker: NAME } })],
  ['an imported quote\u2019s speaker', () => evidenceItemSchema.parse({ text: 'x', speaker: NAME })],
  ['a person who writes', () => contactSchema.parse({ name: NAME, email: 'ann@example.org', message: 'x' })],
  ['a company', () => contactSchema.parse({ name: 'x', company: NAME, email: 'ann@example.org', message: 'x' })],
])('removes direction characters from %s', (_what, parsed) => {
  expect(JSON.stringify(parsed())).toContain(JSON.stringify(STRIPPED))
})

test('a name without other characters is empty', () => {
  expect(() => tagFormSchema.parse({ name: '\u202E' })).toThrow('Enter a tag name.')
})
