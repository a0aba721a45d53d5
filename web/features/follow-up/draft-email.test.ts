import { describe, expect, test } from 'vitest'
import type { LinkSection } from '@callfolio/shared/contract/share.ts'
import type { MicrositeOutline, OutlineItem } from '@callfolio/shared/page/microsite-outline.ts'
import { draftEmail, getText, type EmailInput } from './draft-email.ts'

const item = (text: string, speaker: string | null, startMs: number | null): OutlineItem => ({
  text,
  speaker,
  moment: startMs === null ? null : { startMs, endMs: null, segmentIds: [] },
})

const OUTLINE: MicrositeOutline = {
  summary: { text: 'A summary.', sentences: [] },
  quotes: [
    item('We lose requests.', 'Marcus', 31_389),
    item('It takes hours.', 'Marcus', 37_000),
    item('No report, no approval.', 'Priya', 86_343),
    item('We import it all.', 'Dana', 90_000),
  ],
  action_points: [
    item('Dana will send the report by Friday.', 'Dana', 156_632),
    item('Priya can finish the review next week.', 'Priya', 149_946),
  ],
  important_points: [item('The list price is forty nine dollars.', 'Dana', 101_044)],
  todo_list: [
    item('Dana: send the report by Friday', 'Dana', 156_632),
    item('Meet again on March the third', 'Marcus', 162_821),
  ],
}

const drafted = (input: Partial<EmailInput> = {}) =>
  draftEmail({
    title: 'First call',
    outline: OUTLINE,
    recipients: ['Marcus', 'Priya'],
    writer: 'Dana Reed',
    me: 'Dana',
    english: true,
    withQuotes: true,
    link: null,
    ...input,
  })

test('greets, thanks, lists next steps with time and owner, quotes the recipients and adds the link', () => {
  const draft = drafted({
    link: { url: 'https://calls.example/s/abc', expiresAt: '2026-11-28T12:00:00Z', sections: null },
  })
  expect(draft.subject).toBe('Follow-up: First call')
  expect(getText(draft)).toBe(`Hi Marcus and Priya,

Thank you for your time on our call.

Next steps
- Priya can finish the review next week (2:29)
- I will send the report by Friday (2:36)
- Meet again on March the third (Marcus, 2:42)

From our call
“We lose requests.” (Marcus, 0:31)
“No report, no approval.” (Priya, 1:26)

Recap of our call, available until Nov 28, 2026:
https://calls.example/s/abc

Best regards,
Dana Reed`)
})

test('rewords only the writer’s own steps, in a call in English', () => {
  const todo_list = [
    item('Dana: Send Marcus the offer', 'Dana', 1000),
    item('Dana Reed will book the room.', 'Dana Reed', 2000),
    item('Dana: DocuSign setup', 'Dana', 3000),
    item('Dana: “I’ll ask Legal.”', 'Dana', 3500),
    item('Dana: “Is there a list?” – “No.” – “I’ll write one.”', null, 3700),
    item('Dana: Send the list (“Is there a list?” – “I’ll write one.”)', null, 3800),
    item('Danae: Send it', 'Danae', 4000),
    item('Marcus: send Dana the list', 'Marcus', 5000),
  ]
  const steps = (input: Partial<EmailInput>) =>
    drafted({ outline: { ...OUTLINE, todo_list, action_points: [] }, me: 'Dana Reed', ...input }).parts.steps.split(
      '\n',
    )
  expect(steps({}).slice(1)).toEqual([
    '- I will send Marcus the offer (0:01)',
    '- I will book the room (0:02)',
    '- I will DocuSign setup (0:03)',
    '- As I said, “I’ll ask Legal.” (0:03)',
    '- As I said, “I’ll write one.” (0:03)',
    '- I will send the list (0:03)',
    '- Danae: Send it (0:04)',
    '- Marcus: send Dana the list (0:05)',
  ])
  for (const input of [{ me: null }, { english: false }])
    expect(steps(input)[1]).toBe('- Dana: Send Marcus the offer (0:01)')
})

test('includes quotes only when they are chosen', () => {
  expect(drafted({ withQuotes: false }).parts.quotes).toBe('')
})

test('mentions the next meeting once: from the summary if no step has it', () => {
  const sentence = item('They meet again on Thursday at 14:00.', 'Dana', 170_000)
  const summary = { text: sentence.text, sentences: [item('Dana met Marcus on Monday.', 'Dana', 1000), sentence] }
  const outline = { ...OUTLINE, summary, todo_list: [], action_points: [] }
  expect(drafted({ outline }).parts.meeting).toBe('Next meeting\nThey meet again on Thursday at 14:00 (2:50)')
  expect(drafted({ outline: { ...OUTLINE, summary } }).parts.meeting).toBe('')
  const link = { url: 'https://calls.example/s/abc', expiresAt: '2026-11-28T12:00:00Z', sections: ['quotes' as const] }
  expect(drafted({ outline, link }).parts.meeting, 'the link shows no summary').toBe('')
})

test('includes only items with a timestamp, in the outline’s words', () => {
  const text = getText(
    drafted({
      outline: {
        ...OUTLINE,
        todo_list: [item('Written by hand', null, null)],
        quotes: [item('Unproven', 'Marcus', null)],
        action_points: [],
      },
    }),
  )
  expect(text).not.toContain('Written by hand')
  expect(text).not.toContain('Unproven')
  expect(text).toBe('Hi Marcus and Priya,\n\nThank you for your time on our call.\n\nBest regards,\nDana Reed')
})

test('leaves out an action point that a todo covers, but not another one with the same timestamp', () => {
  const outline = {
    ...OUTLINE,
    todo_list: [item('Marcus: send the list before the end of the week', 'Marcus', 1000)],
    action_points: [
      item('Marcus will send the list before the end of the week.', 'Marcus', 1000),
      item('Meet again on March the third and decide.', 'Marcus', 1000),
    ],
  }
  expect(drafted({ outline }).parts.steps).toBe(
    'Next steps\n- Marcus: send the list before the end of the week (0:01)\n- Meet again on March the third and decide (Marcus, 0:01)',
  )
})

test('includes only what its link shows', () => {
  const linked = (sections: readonly LinkSection[] | null) =>
    drafted({ link: { url: 'https://calls.example/s/abc', expiresAt: '2026-11-28T12:00:00Z', sections } })
  const { steps, quotes } = linked(null).parts
  expect(linked(['summary', 'transcript'])).toMatchObject({ parts: { steps: '', quotes: '' }, leftOut: 0, moments: [] })
  expect(linked(['quotes']).parts).toMatchObject({ steps: '', quotes })
  expect(linked(['todo_list', 'action_points']).parts).toMatchObject({ steps, quotes: '' })
  expect(linked(['todo_list']).parts.steps).toBe(
    'Next steps\n- I will send the report by Friday (2:36)\n- Meet again on March the third (Marcus, 2:42)',
  )
  expect(linked(['action_points']).parts.steps, 'a todo that is not shown hides no action point').toBe(
    'Next steps\n- Priya can finish the review next week (2:29)\n- I will send the report by Friday (2:36)',
  )
})

test('stays short: lists ten next steps and counts the omitted ones', () => {
  const todo_list = Array.from({ length: 13 }, (_, index) => item(`Step ${index}`, null, index * 1000))
  const draft = drafted({ outline: { ...OUTLINE, todo_list, action_points: [] } })
  expect(draft.parts.steps.split('\n')).toHaveLength(11)
  expect(draft.leftOut).toBe(3)
})

describe('quotes', () => {
  test('include one from each recipient, at most two', () => {
    expect(drafted({ recipients: ['Marcus', 'Priya', 'Dana'] }).parts.quotes.split('\n')).toEqual([
      'From our call',
      '“We lose requests.” (Marcus, 0:31)',
      '“No report, no approval.” (Priya, 1:26)',
    ])
    expect(drafted({ recipients: ['Marcus'] }).parts.quotes.split('\n')).toEqual([
      'From our call',
      '“We lose requests.” (Marcus, 0:31)',
      '“It takes hours.” (Marcus, 0:37)',
    ])
  })

  test('come from the whole call if the recipients said none', () => {
    expect(drafted({ recipients: [] }).parts.quotes).toContain('“We lose requests.” (Marcus, 0:31)')
  })
})
