import { describe, expect, test } from 'vitest'
import { linesOfScript } from './call.testing.ts'
import { asItems, getCommitments, getTasks } from './tasks.ts'

function getItems(script: string) {
  const lines = linesOfScript(script)
  return getTasks(lines, getCommitments(lines)).map((task) => asItems(task, lines))
}
const getTodo = (script: string) => getItems(script).map(({ todo }) => todo.text)

describe('words a task for a reader who was not on the call', () => {
  test.each([
    [
      'with receiver and day, without the reason',
      "Ben Okoro: I'll send you the survey of the old jetty by Friday, because the council meets.\nAna Ruiz: Good.",
      'Ben Okoro: send Ana Ruiz the survey of the old jetty by Friday',
    ],
    [
      'as it was asked for, by who takes it on',
      'Ana Ruiz: I will send the ropes, and Ben, could you send me a list of the old jetties?\nBen Okoro: Yes, I will send the list by Friday.',
      'Ben Okoro: send Ana Ruiz a list of the old jetties by Friday',
    ],
    [
      'with the number that counts the thing',
      "Ana Ruiz: I'll send the second invoice for the jetty wall by Friday.\nBen Okoro: Good.",
      'Ana Ruiz: send the second invoice for the jetty wall by Friday',
    ],
  ])('%s', (_, script, todo) => {
    expect(getTodo(script)).toEqual([todo])
  })
})

test('lists a task as an action point and a to-do, with owner, day and lines', () => {
  expect(
    getItems(
      "Ana Ruiz: I'll send you the survey of the old jetty on Friday.\nBen Okoro: That is fine.\nAna Ruiz: Good.",
    ),
  ).toEqual([
    {
      action: {
        text: 'Ana Ruiz will send Ben Okoro the survey of the old jetty on Friday.',
        owner: 'Ana Ruiz',
        due: 'on Friday',
        segmentIds: ['s0', 's1'],
      },
      todo: {
        text: 'Ana Ruiz: send Ben Okoro the survey of the old jetty on Friday',
        owner: 'Ana Ruiz',
        due: 'on Friday',
        segmentIds: ['s0', 's1'],
      },
    },
  ])
})

test.each([
  [
    'the day that a question about something else does not change',
    "Ana: The survey is long.\nAna: I'll send you the jetty survey on Tuesday.\nBen: Who repairs the northern jetty?\nAna: The sixth of May.\nBen: Good.",
    ['Ana: send Ben the jetty survey on Tuesday'],
  ],
  [
    'the day that corrects it in the next sentence',
    "Ana: The survey is long.\nAna: I'll send you the jetty survey on Tuesday.\nAna: Actually, it'd be Wednesday the eighteenth.\nBen: Good.",
    ['Ana: send Ben the jetty survey by Wednesday the eighteenth'],
  ],
])('a task has %s', (_, script, todos) => {
  expect(getTodo(script)).toEqual(todos)
})

describe('words a task for recipients', () => {
  test('when it names what is sent and its day', () => {
    expect(getTodo("Ana: I'll send you the survey of the jetty by Friday.\nBen: Good.")).toHaveLength(1)
    expect(getTodo("Ana: I'll send you the security report by Friday.\nBen: Good."), 'no number').toHaveLength(1)
    expect(
      getTodo(
        "Ana: I'll send you the survey of the jetty by Friday.\nBen: Good.\nAna: The ropes are old.\nBen: So the survey is Friday.",
      ),
      'the same day again',
    ).toHaveLength(1)
  })

  test.each([
    [
      'with a day that was said after it',
      "Ana: I'll send you the survey of the old jetty.\nBen: Good.\nAna: You get it on Friday.",
    ],
    [
      'of something that is not sent',
      "Ben: Can you read it?\nAna: I'll get the better glasses for the survey by Friday.",
    ],
    [
      'in its own words',
      "Ana: Is the jetty safe?\nBen: You'll have the load tests for the jetty today, from me.\nAna: Good.",
    ],
    [
      'where its thing has another day later',
      "Ana: I'll send you the survey of the jetty tonight.\nBen: Good.\nBen: The ropes are old.\nAna: The survey. I drive to the harbour now. It'll be tomorrow.",
    ],
    ['of an unexplained number', "Ana: I'll send you the twenty-four hours by Friday.\nBen: Good."],
  ])('but not %s', (_, script) => {
    expect(getTodo(script)).toEqual([])
  })
})

describe('finds no task in', () => {
  test.each([
    ['a promise without a day', "Ana: I'll send you the survey of the jetty.\nBen: Good."],
    [
      'an invitation, whose day is that of the meeting',
      "Ana: Hello.\nBen: Hello.\nAna: The jetty is old.\nBen: It is.\nAna: Let's meet on Friday the fourteenth at two o'clock.\nBen: Good.\nAna: I'll send you an invitation for the fourteenth.\nBen: Thanks.",
    ],
    [
      'a promise that has only the day of the next meeting',
      "Ana: Hello.\nAna: I'll send you the survey of the jetty.\nBen: Good.\nBen: The jetty is old.\nAna: Our next meeting is the fourteenth at two o'clock.\nBen: The fourteenth.",
    ],
    [
      'a promise that was taken back',
      "Ana: I'll send you the survey on Friday.\nBen: Good.\nAna: Scratch that, it is gone.",
    ],
    ['a promise under a condition', "Ana: If the council pays, I'll send you the survey on Friday.\nBen: Good."],
    ['an unanswered offer', 'Ana: I could send you the survey.\nBen: The jetty is old.'],
    ['a promise of who knows what', "Ben: Hm.\nAna: I'll do something by Monday."],
    [
      'the day on which one has time',
      'Ben: When can we see the northern jetty and the report on the crane?\nAna: Wednesday I can do.\nBen: Good.',
    ],
    [
      'what depends on what was said before',
      "Ben: If the crane report shows something red, you ring me.\nAna: I'll ring you about it by Wednesday.\nBen: Good.",
    ],
    [
      'news from an unnamed person',
      "Ben: Do you have the list of the ropes?\nAna: I'll send you what he tells me by Friday.\nBen: Good.",
    ],
    ['what is for who knows what', "Ben: The blue ropes.\nAna: I'll ask for both on Friday.\nBen: Good."],
    [
      'a question for the day',
      'Ben: You have the invoice for the ropes of the northern jetty.\nAna: When could you send them?\nBen: Tomorrow.',
    ],
    ['a promise with an unclear "it"', "Ana: I'll do it on Friday.\nBen: Good."],
    ['a password', "Ana: I'll send you the password for the survey on Friday.\nBen: Good."],
    ['what is said in confidence', "Ana: Between you and me, I'll send the survey on Friday.\nBen: Good."],
    [
      'a delivery without a day',
      "Ben: Can you read the jetty survey?\nAna: I'll get the better glasses for the survey.\nBen: Great.",
    ],
    ['a farewell', "Ana: Bye, I'll send you a card on Friday.\nBen: Good."],
    ['what belongs to the call', "Ana: I'll share my screen and send the link.\nBen: Good."],
  ])('%s', (_, script) => {
    expect(getTodo(script)).toEqual([])
  })
})

test.each([
  [
    'right after it',
    "Ana: I'll send you the survey by Friday.\nAna: Server blue, password tulip nine, port forty.\nBen: Good.",
  ],
  [
    'in a list',
    "Ana: I'll send you the survey by Friday.\nAna: In there you find the login server, the password tulip nine, and the port.\nBen: Good.",
  ],
  ['in the same line', "Ana: I'll send you the survey by Friday. And I send the password tulip nine.\nBen: Good."],
  ['before it', "Ana: The password of the survey server is tulip nine.\nBen: I'll look into that by Friday."],
])('leaves a password said %s out of a task', (_, script) => {
  expect(getTodo(script).join('\n')).not.toMatch(/tulip|password/)
})

test('merges repeated tasks into one with the last day and all lines', () => {
  const [task, ...others] = getItems(
    "Ana: I'll send the jetty survey to Ben by Monday.\nBen: Hm.\nAna: I'll send the jetty survey with the photos to Ben by Tuesday.\nBen: Hm.",
  )
  expect([task?.todo, others]).toEqual([
    {
      text: 'Ana: send the jetty survey with the photos to Ben by Tuesday',
      owner: 'Ana',
      due: 'by Tuesday',
      segmentIds: ['s0', 's2'],
    },
    [],
  ])
})

test('merges a request and the promise that answers it into one task, with the day of the promise', () => {
  const items = getItems(
    "Ana: Could you send me the invoice for the jetty?\nBen: The jetty is old.\nBen: Yes, I'll send the invoice for the jetty tomorrow.",
  )
  expect(items.map(({ todo }) => [todo.text, todo.due])).toEqual([
    ['Ben: send the invoice for the jetty tomorrow', 'tomorrow'],
  ])
})

test('keeps the same task of two people as two tasks', () => {
  expect(
    getTodo("Ana: I'll send the jetty survey to Mia by Monday.\nBen: I'll send the jetty survey to Mia by Monday."),
  ).toEqual(['Ana: send the jetty survey to Mia by Monday', 'Ben: send the jetty survey to Mia by Monday'])
})

test('uses the day from the read-back at the end, and words no task that has no verb', () => {
  const talk = 'Ben: The jetty is old.\nAna: It is grey.\n'.repeat(5)
  const script = `Ana: I'll send the bridge drawing by Friday.\n${talk}Ben: Let me read it back.\nBen: Ana has the bridge drawing by Monday.\nBen: I have the rope report by Tuesday, and you have the invoice for the jetty.`
  expect(getItems(script).map(({ todo }) => [todo.text, todo.due])).toEqual([
    ['Ana: send the bridge drawing by Monday', 'by Monday'],
  ])
})

test('cites at most six lines for a task', () => {
  const again = Array.from(
    { length: 9 },
    (_, i) => `Ana: I'll send the survey of the jetty to Mia by May ${i + 1}.\nBen: Hm.`,
  ).join('\n')
  expect(getItems(again).map(({ todo }) => todo.segmentIds.length)).toEqual([6])
})
