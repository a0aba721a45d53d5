import { describe, expect, test } from 'vitest'
import { linesOfScript } from './call.testing.ts'
import { asItems, commitmentsOf, overturnedLines, tasksOf } from './tasks.ts'

function itemsOf(script: string) {
  const lines = linesOfScript(script)
  return tasksOf(lines, commitmentsOf(lines)).map((task) => asItems(task, lines))
}
const todoOf = (script: string) => itemsOf(script).map(({ todo }) => todo.text)

describe('a task is worded for one who was not there', () => {
  test.each([
    [
      'with receiver and day, without the reason',
      "Ben Okoro: I'll send you the survey of the old jetty by Friday, because the council meets.\nAna Ruiz: Good.",
      'Ben Okoro: send Ana Ruiz the survey of the old jetty by Friday',
    ],
    [
      'with the full name of what "it" is',
      "Ana Ruiz: Here is a report on the jetty and the ropes.\nBen Okoro: I'll send it to Mia tomorrow.",
      'Ben Okoro: send the report on the jetty to Mia tomorrow',
    ],
    [
      'with the full name of what was named in short',
      "Ana Ruiz: The survey of the jetty wall is old.\nBen Okoro: I'll send you the survey by Friday.\nAna Ruiz: Good.",
      'Ben Okoro: send Ana Ruiz the survey of the jetty wall by Friday',
    ],
    [
      'by what was asked, word for word, where the promise names nothing',
      "Ana Ruiz: The lift in the boathouse. Can the harbour crane carry the old lift?\nBen Okoro: I'll find out by Monday.",
      'Ben Okoro: Ana Ruiz asked: “Can the harbour crane carry the old lift?”, by Monday',
    ],
    [
      'with the name of who is meant by "her"',
      "Ana Ruiz: Does Renata decide on the price?\nBen Okoro: I'll ask her about the price of the crane tomorrow.",
      'Ben Okoro: ask Renata about the price of the crane tomorrow',
    ],
    [
      'without the name of who is called',
      'Ana Ruiz: Could you send me the survey of the jetty wall, Ben?\nBen Okoro: Yes, on Friday.',
      'Ben Okoro: send Ana Ruiz the survey of the jetty wall on Friday',
    ],
    [
      'with the number that counts the thing',
      "Ana Ruiz: I'll send the second invoice for the jetty wall by Friday.\nBen Okoro: Good.",
      'Ana Ruiz: send the second invoice for the jetty wall by Friday',
    ],
  ])('%s', (_, script, todo) => {
    expect(todoOf(script)).toEqual([todo])
  })
})

test('a task is an action point and an entry of the todo list, with owner, day and lines', () => {
  expect(
    itemsOf("Ana Ruiz: I'll send you the survey of the old jetty.\nBen Okoro: Good.\nAna Ruiz: You get it on Friday."),
  ).toEqual([
    {
      action: {
        text: 'Ana Ruiz will send Ben Okoro the survey of the old jetty on Friday.',
        owner: 'Ana Ruiz',
        due: 'on Friday',
        segmentIds: ['s0', 's1', 's2'],
      },
      todo: {
        text: 'Ana Ruiz: send Ben Okoro the survey of the old jetty on Friday',
        owner: 'Ana Ruiz',
        due: 'on Friday',
        segmentIds: ['s0', 's1', 's2'],
      },
    },
  ])
})

test.each([
  [
    'the day that corrects it where the promise itself is not taken back',
    "Ana: The survey is long.\nAna: I'll redo the order form for the jetty. You'll have it tomorrow.\nAna: No, that's silly, I won't have the answer. Friday at noon.\nBen: Friday is fine.",
    ['Ana: redo the order form for the jetty by Friday'],
  ],
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
  [
    'no day of the next meeting',
    "Ana: Hello.\nAna: I'll send you the survey of the jetty.\nBen: Good.\nBen: The jetty is old.\nAna: Our next meeting is the fourteenth at two o'clock.\nBen: The fourteenth.",
    ['Ana: send Ben the survey of the jetty'],
  ],
])('a task has %s', (_, script, todos) => {
  expect(todoOf(script)).toEqual(todos)
})

test('what somebody gets is a task with its day', () => {
  const script =
    "Ben: Can you read the jetty survey?\nAna: I'll get the better glasses for the survey by Friday.\nBen: Great."
  expect(todoOf(script)).toEqual(['Ana: get the better glasses for the survey by Friday'])
})

describe('a task is shown to others at once', () => {
  const isShared = (script: string) => itemsOf(script).map(({ action }) => !action.unconfirmed)
  test('where it is worded as what is sent, with its thing and its day', () => {
    expect(isShared("Ana: I'll send you the survey of the jetty by Friday.\nBen: Good.")).toEqual([true])
    expect(isShared("Ana: I'll send you the security report by Friday.\nBen: Good."), 'no number').toEqual([true])
    expect(
      isShared(
        "Ana: I'll send you the survey of the jetty by Friday.\nBen: Good.\nAna: The ropes are old.\nBen: So the survey is Friday.",
      ),
      'the same day again',
    ).toEqual([true])
  })

  test.each([
    ['without a day', "Ana: I'll send you the survey of the jetty.\nBen: Good."],
    [
      'of something that is not sent',
      "Ben: Can you read it?\nAna: I'll get the better glasses for the survey by Friday.",
    ],
    [
      'in the words of the call',
      "Ana: Is the jetty safe?\nBen: We've got a safety pack. It has the load tests. I'll send it to you today.\nAna: Good.",
    ],
    [
      'as a question that somebody asked',
      "Ana: The lift in the boathouse. Can the harbour crane carry the old lift?\nBen: I'll find out by Monday.",
    ],
    [
      'where its thing has another day later',
      "Ana: I'll send you the survey of the jetty tonight.\nBen: Good.\nBen: The ropes are old.\nAna: The survey. I drive to the harbour now. It'll be tomorrow.",
    ],
    ['of a number of what nobody can tell', "Ana: I'll send you the twenty-four hours by Friday.\nBen: Good."],
  ])('and not %s', (_, script) => {
    expect(isShared(script)).toEqual([false])
  })
})

describe('no task is', () => {
  test.each([
    [
      'a promise that was taken back',
      "Ana: I'll send you the survey on Friday.\nBen: Good.\nAna: Scratch that, it is gone.",
    ],
    ['a promise under a condition', "Ana: If the council pays, I'll send you the survey on Friday.\nBen: Good."],
    ['an offer nobody answered', 'Ana: I could send you the survey.\nBen: The jetty is old.'],
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
      'what only somebody unnamed is to tell',
      "Ben: Do you have the list of the ropes?\nAna: I'll send you what he tells me by Friday.\nBen: Good.",
    ],
    ['what is for who knows what', "Ben: The blue ropes.\nAna: I'll ask for both on Friday.\nBen: Good."],
    [
      'a question for the day',
      'Ben: You have the invoice for the ropes of the northern jetty.\nAna: When could you send them?\nBen: Tomorrow.',
    ],
    ['a promise whose "it" nobody can tell', "Ana: I'll do it on Friday.\nBen: Good."],
    ['a password', "Ana: I'll send you the password for the survey on Friday.\nBen: Good."],
    ['what is said in confidence', "Ana: Between you and me, I'll send the survey on Friday.\nBen: Good."],
    [
      'what somebody gets without a day',
      "Ben: Can you read the jetty survey?\nAna: I'll get the better glasses for the survey.\nBen: Great.",
    ],
    ['a farewell', "Ana: Bye, I'll send you a card on Friday.\nBen: Good."],
    ['what belongs to the call', "Ana: I'll share my screen and send the link.\nBen: Good."],
  ])('%s', (_, script) => {
    expect(todoOf(script)).toEqual([])
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
])('a password said %s is not part of a task', (_, script) => {
  expect(todoOf(script).join('\n')).not.toMatch(/tulip|password/)
})

test('what was said several times is one task with the last day and all lines', () => {
  const [task, ...others] = itemsOf(
    "Ana: I'll send the jetty survey to Ben by Monday.\nBen: Hm.\nAna: I'll send the jetty survey with the photos to Ben by Tuesday.\nBen: Hm.",
  )
  expect([task?.todo, others]).toEqual([
    {
      text: 'Ana: send the jetty survey with the photos to Ben by Tuesday',
      owner: 'Ana',
      due: 'by Tuesday',
      segmentIds: ['s0', 's2'],
      playFrom: 's2',
    },
    [],
  ])
})

test('a task whose day was changed is played from where its owner names that day, if the thing is named there', () => {
  const from = (again: string) =>
    itemsOf(`Ana: I'll send the jetty survey to Ben by Monday.\nBen: That is early.\nAna: ${again}\nBen: Good.`).map(
      ({ todo, action }) => [todo.text, todo.playFrom, action.playFrom],
    )
  const task = 'Ana: send the jetty survey to Ben by Tuesday'
  expect(from("Then I'll send the survey by Tuesday.")).toEqual([[task, 's2', 's2']])
  expect(from("Then I'll send the survey to Ben by Monday.").map(([, at]) => at)).toEqual([undefined])
})

test('what depends on something only in its second half is a task in the first', () => {
  expect(
    todoOf(
      "Ben: The jetty is old.\nAna: I'll send the survey invitation to you both by Friday, and if you give me her address I'll put her on it.\nBen: Good.",
    ),
  ).toEqual(['Ana: send the survey invitation to everybody by Friday'])
})

test('a request and the promise that answers it are one task, with the day of the promise', () => {
  const items = itemsOf(
    "Ana: Could you send me the invoice for the jetty?\nBen: The jetty is old.\nBen: Yes, I'll send the invoice for the jetty tomorrow.",
  )
  expect(items.map(({ todo }) => [todo.text, todo.due])).toEqual([
    ['Ben: send Ana the invoice for the jetty tomorrow', 'tomorrow'],
  ])
})

test('the same deed of two people is two tasks', () => {
  expect(
    todoOf("Ana: I'll send the jetty survey to Mia by Monday.\nBen: I'll send the jetty survey to Mia by Monday."),
  ).toEqual(['Ana: send the jetty survey to Mia by Monday', 'Ben: send the jetty survey to Mia by Monday'])
})

test('a task that is gone through again at the end has the day that was said then, and what is new there is a task too', () => {
  const talk = 'Ben: The jetty is old.\nAna: It is grey.\n'.repeat(5)
  const script = `Ana: I'll send the bridge drawing by Friday.\n${talk}Ben: Let me read it back.\nBen: Ana has the bridge drawing by Monday.\nBen: I have the rope report by Tuesday, and you have the invoice for the jetty.`
  expect(itemsOf(script).map(({ todo }) => [todo.text, todo.due])).toEqual([
    ['Ana: send the bridge drawing by Monday', 'by Monday'],
    ['Ben: the rope report by Tuesday', 'by Tuesday'],
    ['Ana: the invoice for the jetty', undefined],
  ])
})

test('a task names six lines at most', () => {
  const again = Array.from(
    { length: 9 },
    (_, i) => `Ana: I'll send the survey of the jetty to Mia by May ${i + 1}.\nBen: Hm.`,
  ).join('\n')
  expect(itemsOf(again).map(({ todo }) => todo.segmentIds.length)).toEqual([6])
})

test('what was promised and did not stand is not stated beside it either', () => {
  const lines = linesOfScript(
    "Ana: The survey is new.\nAna: I'll send it on Friday.\nBen: The jetty is old.\nAna: Scratch that.\nAna: The rope is blue.\nAna: I'll send the rope.",
  )
  expect([...overturnedLines(commitmentsOf(lines), lines)]).toEqual([0, 1, 3])
})
