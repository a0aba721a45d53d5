import { expect, test } from 'vitest'
import { verifyDraft } from './verify.ts'

type List = 'summary' | 'importantPoints' | 'actionPoints' | 'todoList'

/** What a check says of one statement that cites all lines of a call. */
function reasonFor(list: List, text: string, lines: readonly [speaker: string, text: string][], owner?: string) {
  const segments = lines.map(([speaker, said], i) => ({
    id: `s${i}`,
    start_ms: i * 1000,
    end_ms: i * 1000 + 900,
    speaker,
    text: said,
  }))
  const nothing = { summary: [], quotes: [], actionPoints: [], importantPoints: [], todoList: [] }
  const item = { text, segmentIds: segments.map(({ id }) => id), ...(owner !== undefined && { owner }) }
  const { withheld = [], ...lists } = verifyDraft(
    { ...nothing, title: 'Combtrack and Thornby Honey: demo', [list]: [item] },
    segments,
    { date: '2026-06-10' },
  )
  const [made] = lists[list]
  return made ? (made.doubt?.reason ?? null) : (withheld.find((one) => one.list !== 'title')?.reason ?? 'dropped')
}

test.each<[what: string, list: List, text: string, lines: [string, string][], owner?: string]>([
  [
    'a company that met is the subject of an agreement',
    'summary',
    'Thornby Honey will try the test system for two weeks before deciding.',
    [
      ['Priya Mistry', 'Hello from Thornby Honey, thanks for the Combtrack demo.'],
      ['Priya Mistry', 'So two weeks with the test system. We try it, and then we decide.'],
    ],
  ],
  [
    'a much smaller sum is mentioned after the price',
    'importantPoints',
    'The system costs £520 a month for 8 users.',
    [
      ['Ewan Tulloch', 'Eight users. Then the system costs five hundred and twenty a month.'],
      ['Priya Mistry', "It's forty pounds over, Hattie."],
    ],
  ],
  [
    'the lines say only the first name of a participant',
    'todoList',
    'Nadia Ferreira: Open the test system for Leszek Wolny tomorrow',
    [
      ['Leszek Wolny', 'I write everything in my book.'],
      ['Hattie Cole', 'We know that.'],
      ['Priya Mistry', 'He is proud of the book.'],
      ['Hattie Cole', 'Rightly so.'],
      ['Nadia Ferreira', "I'll open the test system for Leszek tomorrow."],
    ],
    'Nadia Ferreira',
  ],
  [
    'a "no" confirms a denial',
    'actionPoints',
    'Try the test system with our own data before deciding anything',
    [
      ['Nadia Ferreira', 'I can make you a test system, and we put your own data in it.'],
      ['Priya Mistry', "Two weeks from Monday. And we don't decide anything before that."],
      ['Hattie Cole', "No, I'd rather not. Try it with our own stuff, then decide."],
    ],
  ],
  [
    'another speaker tells the owner to have someone do it',
    'todoList',
    'Fergal Tuohy: Have Declan take the audio folder out of the scan before six tomorrow',
    [
      ['Fergal Tuohy', "Then I'll have Declan take the folder out before six tomorrow."],
      ['Sinéad Mulcahy', 'Fergal, you have Declan take the audio folder out of the scan before six tomorrow.'],
    ],
    'Fergal Tuohy',
  ],
  [
    'payment by the month is no day',
    'todoList',
    'Niamh Corrigan: Find out the terms of paying by the month by Monday',
    [
      ['Niamh Corrigan', 'You could pay it monthly, I could find out the terms of paying for you.'],
      ['Tom Aldersey', 'Do that, would you?'],
      ['Niamh Corrigan', "I'd have the terms for you on Monday."],
    ],
    'Niamh Corrigan',
  ],
  [
    'only the owner says the verb of the task',
    'todoList',
    "Nadia Ferreira: Put the barcode for the case label into the test system once Priya has the buyer's answer",
    [
      ['Priya Mistry', "I'll ask the buyer which barcode she wants on the case label, by Tuesday."],
      ['Nadia Ferreira', 'Then I put it in the test system.'],
    ],
    'Nadia Ferreira',
  ],
  [
    'a request with a condition is not the promise of the one who asks',
    'todoList',
    'Niamh Corrigan: Email the new quote with the second battery tomorrow before lunch',
    [
      ['Tom Aldersey', "Yeah, I would, if you did me the quote again, so it's got the second battery on it."],
      ['Niamh Corrigan', "It's easy done. You'll have it tomorrow before lunch, on the email."],
    ],
    'Niamh Corrigan',
  ],
  [
    'a time of day is said in words',
    'importantPoints',
    'The first bus leaves at 4:50 and the tariff changes at 23:30.',
    [
      ['Deborah Trethewey', 'The first bus leaves at ten to five.'],
      ['Anil Bhattarai', 'And the tariff changes at half past eleven.'],
    ],
  ],
  [
    'something else "doesn\'t work"',
    'summary',
    "Marcus Bell wants the electrician's work to fit into his $90,000.",
    [
      ['Marcus Bell', "The electrician's work has to fit into my ninety thousand dollars."],
      ['Marcus Bell', "And the twenty-ninth doesn't work for me."],
    ],
  ],
  [
    'only both at once is refused',
    'todoList',
    'Bartosz Wrona: Put the hotfix on the small station tomorrow night',
    [
      ['Bartosz Wrona', "I don't want to do both stations the same night."],
      ['Bartosz Wrona', "So I'll put the hotfix on the small station tomorrow night."],
    ],
    'Bartosz Wrona',
  ],
  [
    'a task is to ask',
    'todoList',
    'Wade Kessler: Ask whether the limit of ten days can be put on paper',
    [
      ['Lorna Bratt', "If it's ten days, I'd want the limit on paper."],
      ['Wade Kessler', "I don't write the paper, I'd have to ask. I'll ask about the ten days."],
    ],
    'Wade Kessler',
  ],
])('shows a true statement at once when %s', (_, list, text, lines, owner) => {
  expect(reasonFor(list, text, lines, owner)).toBeNull()
})

test.each<[what: string, list: List, text: string, lines: [string, string][], owner?: string]>([
  [
    'number',
    'importantPoints',
    'The system costs £520 a month.',
    [
      ['Ewan Tulloch', 'The system costs five hundred and twenty pounds a month.'],
      ['Ewan Tulloch', 'No, sorry, four hundred and eighty pounds.'],
    ],
  ],
  [
    'number',
    'importantPoints',
    'The first bus leaves at 4:10.',
    [['Deborah Trethewey', 'The first bus leaves at ten to five.']],
  ],
  [
    'owner',
    'todoList',
    'Priya Mistry: Put the barcode into the test system',
    [
      ['Priya Mistry', "I'll ask the buyer on Tuesday."],
      ['Nadia Ferreira', 'Then I put the barcode into the test system.'],
    ],
    'Priya Mistry',
  ],
  [
    'taken_back',
    'actionPoints',
    'Try the test system with our own data for two weeks',
    [
      ['Ewan Tulloch', 'So we try the test system with your own data for two weeks.'],
      ['Hattie Cole', "No, I'd rather not."],
    ],
  ],
])('asks the owner about a false statement: %s', (reason, list, text, lines, owner) => {
  expect(reasonFor(list, text, lines, owner)).toBe(reason)
})
