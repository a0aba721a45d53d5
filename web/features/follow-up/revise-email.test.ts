import { expect, test } from 'vitest'
import { textOf, type EmailDraft } from './draft-email.ts'
import { reviseEmail } from './revise-email.ts'

const draft = (parts: Partial<EmailDraft['parts']> = {}): EmailDraft => ({
  subject: 'Follow-up',
  parts: { greeting: 'Hello,', thanks: 'Thank you.', steps: 'Next steps\n- One (0:01)', quotes: '', link: '', closing: 'Best regards,\nDana', ...parts },
  leftOut: 0,
  moments: [],
})
const LINKED = draft({ greeting: 'Hi Marcus,', link: 'The page:\nhttps://calls.example/s/$&' })

test('a text that nobody touched is the new draft', () => {
  expect(reviseEmail(textOf(draft()), draft(), LINKED)).toBe(textOf(LINKED))
})

test('in an edited text only the paragraphs that are still as they were change, and the link comes before the closing', () => {
  const body = textOf(draft()).replace('Thank you.', 'Thanks a lot!')
  expect(reviseEmail(body, draft(), LINKED)).toBe('Hi Marcus,\n\nThanks a lot!\n\nNext steps\n- One (0:01)\n\nThe page:\nhttps://calls.example/s/$&\n\nBest regards,\nDana')
})

test('what was written by hand in place of a paragraph stays, and a link has its place without a closing', () => {
  expect(reviseEmail('Dear Marcus,\n\nsee you.\n', draft(), LINKED)).toBe('Dear Marcus,\n\nsee you.\n\nThe page:\nhttps://calls.example/s/$&')
})

test('another link takes the place of the first, and without one its paragraph goes', () => {
  const other = draft({ link: 'The page:\nhttps://calls.example/s/other' })
  const body = `PS first. ${textOf(LINKED)}`
  expect(reviseEmail(body, LINKED, other)).toBe(`PS first. ${textOf(draft({ link: other.parts.link }))}`)
  expect(reviseEmail(body, LINKED, draft())).toBe(`PS first. ${textOf(draft())}`)
})
