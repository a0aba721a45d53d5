import { describe, expect, test } from 'vitest'
import { getText, type EmailDraft } from './draft-email.ts'
import { reviseEmail } from './revise-email.ts'

const draft = (parts: Partial<EmailDraft['parts']> = {}): EmailDraft => ({
  subject: 'Follow-up',
  parts: {
    greeting: 'Hello,',
    thanks: 'Thank you.',
    steps: 'Next steps\n- One (0:01)',
    meeting: '',
    quotes: '',
    link: '',
    closing: 'Best regards,\nDana',
    ...parts,
  },
  leftOut: 0,
  moments: [],
})
const LINKED = draft({ greeting: 'Hi Marcus,', link: 'The page:\nhttps://calls.example/s/$&' })

test('replaces an unedited text with the new draft', () => {
  expect(reviseEmail(getText(draft()), draft(), LINKED)).toBe(getText(LINKED))
})

test('changes only unedited paragraphs of an edited text, and puts the link before the closing', () => {
  const body = getText(draft()).replace('Thank you.', 'Thanks a lot!')
  expect(reviseEmail(body, draft(), LINKED)).toBe(
    'Hi Marcus,\n\nThanks a lot!\n\nNext steps\n- One (0:01)\n\nThe page:\nhttps://calls.example/s/$&\n\nBest regards,\nDana',
  )
})

test('keeps a rewritten paragraph, and places a link even without a closing', () => {
  expect(reviseEmail('Dear Marcus,\n\nsee you.\n', draft(), LINKED)).toBe(
    'Dear Marcus,\n\nsee you.\n\nThe page:\nhttps://calls.example/s/$&',
  )
})

test('replaces one link with another, and removes its paragraph without one', () => {
  const other = draft({ link: 'The page:\nhttps://calls.example/s/other' })
  const body = `PS first. ${getText(LINKED)}`
  expect(reviseEmail(body, LINKED, other)).toBe(`PS first. ${getText(draft({ link: other.parts.link }))}`)
  expect(reviseEmail(body, LINKED, draft())).toBe(`PS first. ${getText(draft())}`)
})

describe('lists that a link does not show', () => {
  const FULL = draft({ steps: 'Next steps\n- One (0:01)\n- Two (0:02)', quotes: 'From our call\n“Yes.” (Ben, 0:03)' })
  const NARROW = draft({ steps: '', quotes: '', link: 'The page:\nhttps://calls.example/s/a' })

  test('are removed from an edited text, even if they were edited themselves', () => {
    const body = getText(FULL).replace('Thank you.', 'Thanks!')
    expect(reviseEmail(body, FULL, NARROW)).toBe(
      'Hello,\n\nThanks!\n\nThe page:\nhttps://calls.example/s/a\n\nBest regards,\nDana',
    )
    expect(reviseEmail(body.replace('- One (0:01)', '- One, as promised'), FULL, NARROW)).toBe(
      'Hello,\n\nThanks!\n\n- One, as promised\n\nThe page:\nhttps://calls.example/s/a\n\nBest regards,\nDana',
    )
    const half = draft({ ...NARROW.parts, steps: 'Next steps\n- Two (0:02)' })
    expect(reviseEmail(body.replace('- One', '- Also\n- One'), FULL, half)).toContain(
      'Next steps\n- Also\n- Two (0:02)\n\nThe page:',
    )
  })

  test('return to their places with a link that shows them, unless they were removed by hand', () => {
    const body = getText(NARROW).replace('Thank you.', 'Thanks!')
    const wide = draft({ ...FULL.parts, link: 'The page:\nhttps://calls.example/s/b' })
    expect(reviseEmail(body, NARROW, wide)).toBe(getText(wide).replace('Thank you.', 'Thanks!'))
    const without = getText(wide).replace(`${wide.parts.steps}\n\n`, '')
    expect(reviseEmail(without, wide, draft({ ...wide.parts, greeting: 'Hi Ben,' }))).not.toContain('Next steps')
  })
})
