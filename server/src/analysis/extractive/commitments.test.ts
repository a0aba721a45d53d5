import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { describe, expect, test } from 'vitest'
import { actionItem, todoItem } from './actions.ts'
import { findCommitments, standing } from './commitments.ts'
import { splitSentences } from './sentences.ts'
import { castOf } from './speakers.ts'

/** What is found in the given lines when they are the end of a call. */
function found(...lines: [speaker: string | null, text: string][]) {
  const filler: Segment[] = Array.from({ length: 20 }, (_, i) => ({ id: `f${i}`, start_ms: i, end_ms: i, speaker: i % 2 === 0 ? 'Dana' : 'Marcus', text: 'The weather is fine here.' }))
  const said = lines.map(([speaker, text], i): Segment => ({ id: `s${i}`, start_ms: 100 + i, end_ms: 100 + i, speaker, text }))
  const sentences = splitSentences([...filler, ...said])
  return standing(findCommitments(sentences, castOf(sentences))).map((commitment) => ({
    owner: commitment.owner,
    action: actionItem(commitment, sentences).text,
    todo: todoItem(commitment, sentences).text,
  }))
}

describe('a promise', () => {
  test('belongs to the one who makes it', () => {
    expect(found(['Dana', "Okay, I'll send you the updated contract tomorrow."])).toEqual([
      { owner: 'Dana', action: 'Dana will send the updated contract tomorrow.', todo: 'Dana: send the updated contract tomorrow.' },
    ])
  })

  test('made again later stands once, as it was said last', () => {
    const todos = found(['Dana', 'I can send the security report tomorrow.'], ['Marcus', 'Good.'], ['Dana', 'I will send the security report by Friday.'])
    expect(todos.map(({ todo }) => todo)).toEqual(['Dana: send the security report by Friday.'])
  })

  test('that leans on "it" says what is meant', () => {
    expect(found(['Dana', 'I suggest a trial with ten people. I will set it up on Monday.'])[0]?.todo).toBe('Dana: set it up on Monday (a trial with ten people).')
  })
})

describe('a request', () => {
  test('belongs to the one called by name', () => {
    expect(found(['Priya', 'Hello, everybody.'], ['Dana', 'Marcus, could you send me a list of the users by Monday?'])).toEqual([
      { owner: 'Marcus', action: 'Marcus was asked to send a list of the users by Monday.', todo: 'Marcus: send a list of the users by Monday.' },
    ])
  })

  test('belongs to the only other person', () => {
    expect(found(['Marcus', 'Please send the signed contract to my office.'])[0]?.todo).toBe("Dana: send the signed contract to Marcus's office.")
  })

  test('of nobody in particular has no owner', () => {
    expect(found(['Priya', 'Hello, everybody.'], ['Dana', 'Could you send the user list by Monday?'])).toMatchObject([{ owner: null, todo: 'Send the user list by Monday.' }])
  })

  test('that is accepted stands as the promise alone', () => {
    const todos = found(['Dana', 'Marcus, could you send me the list of users?'], ['Marcus', 'Yes, I will send the list this week.'])
    expect(todos.map(({ todo }) => todo)).toEqual(['Marcus: send the list this week.'])
  })
})

describe('a task that the one who leads the call hands out', () => {
  const led: [string, string][] = [['Priya', "Let's start with the agenda."], ['Priya', 'We have ten minutes left.'], ['Priya', "Let's move on to the next item."]]

  test('is heard without "please"', () => {
    expect(found(...led, ['Priya', "Nathan, I'd like you to work on the look of the prototype."]).map(({ action }) => action)).toEqual(['Work on the look of the prototype.'])
    expect(found(...led, ['Dana', "You're looking at the components concept."])).toEqual([])
  })
})

test.each([
  ['I can send the security report tomorrow.', 'Dana can send the security report tomorrow.'],
  ['I have to ask our legal team by Friday.', 'Dana has to ask their legal team by Friday.'],
  ['I should check the export on Monday.', 'Dana should check the export on Monday.'],
])('what is less than a promise is not told as one: "%s"', (said, told) => {
  expect(found(['Dana', said])[0]?.action).toBe(told)
})

test('a second clause about the same thing stays with its day', () => {
  expect(found(['Dana', "I'll put together a cost comparison, and I'll get that to you by Wednesday."])[0]?.todo).toMatch(/^Dana: put together a cost comparison.* by Wednesday\.$/)
})

test('what we will do for you is a promise of the one who says it', () => {
  expect(found(['Dana', "We'll send you the revised quote on Friday."])[0]?.todo).toBe('Dana: send the revised quote on Friday.')
})

test('what all agree to do is a task without an owner', () => {
  expect(found(['Marcus', "Let's meet again on Thursday to review the numbers."])).toEqual([
    { owner: null, action: 'Meet again on Thursday to review the numbers.', todo: 'Meet again on Thursday to review the numbers.' },
  ])
})

test('a promise to one of several is told with the name of the one who asks and answers', () => {
  const [task] = found(['Priya', 'Who is the manager there?'], ['Marcus', 'I will introduce you to the branch manager.'], ['Priya', 'Thank you.'])
  expect(task?.action).toBe('Marcus will introduce Priya to the branch manager.')
})

test.each([
  ["Denise is going to send the sample export tomorrow.", 'Denise will send the sample export tomorrow.', 'Denise'],
  ['Our security team will send the form by Friday.', "Dana's security team will send the form by Friday.", "Dana's security team"],
  ['And Mike will call the county on Monday.', 'Mike will call the county on Monday.', 'Mike'],
])('a task belongs to the one who is named for it: "%s"', (said, action, owner) => {
  expect(found(['Dana', said])).toMatchObject([{ action, owner }])
})

test('a promise with a day is not lost to a later word without one', () => {
  const todos = found(['Dana', 'I will send the revised proposal by Friday.'], ['Marcus', 'Good.'], ['Dana', 'I will put the terms in the revised proposal.'])
  expect(todos.map(({ todo }) => todo)).toContain('Dana: send the revised proposal by Friday.')
})

test('what has to be done is ticked off without "have to"', () => {
  expect(found(['Dana', "I'll have to run the contract by legal tomorrow."])[0]?.todo).toBe('Dana: run the contract by legal tomorrow.')
})

test('"ring" is a thing to do', () => {
  expect(found(['Dana', "I'll ring the builder on Thursday."])[0]?.action).toBe('Dana will ring the builder on Thursday.')
})

test('a promise made with its answer is one task', () => {
  expect(found(['Dana', 'I will confirm the date with the product manager and I will mail you by tomorrow evening.']).map(({ todo }) => todo)).toEqual([
    'Dana: confirm the date with the product manager and mail Marcus by tomorrow evening.',
  ])
})

test.each(["I will not send the contract tomorrow.", 'Let me show you the shared queue on Monday.', 'I will be honest about the price.', 'We will usually send the invoice on Monday.', 'Would you send the contract if they could sign it?'])(
  'not everything in the future is a task: "%s"',
  (text) => expect(found(['Dana', text])).toEqual([]),
)
