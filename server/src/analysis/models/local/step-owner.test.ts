import { expect, test } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { ownersByLine, takesOver } from './step-owner.ts'

function call(...lines: [speaker: string, text: string][]): Segment[] {
  return lines.map(([speaker, text], i) => ({
    id: `s${i + 1}`,
    start_ms: i * 1000,
    end_ms: i * 1000 + 900,
    speaker,
    text,
  }))
}

test.each<[string, string[], [string, string][]]>([
  ['a promise', ['Dev'], [['Dev', "I'll have the sandbox ready by Monday."]]],
  ['a read-back of a promise', ['Dev'], [['Dev', 'So I send Priya the contract and Priya gets the instructions.']]],
  [
    'a condition in a later sentence',
    [],
    [['Dev', "He has a diary. If you get him to send a text I'll name a dog after you."]],
  ],
  ['a task that another takes', ['Priya'], [['Priya', "No, I'll ring them, Dev."]]],
  [
    'a proposed day',
    [],
    [
      ['Dev', 'Could you do Wednesday the sixth?'],
      ['Priya', 'Wednesday is fine.'],
    ],
  ],
  ['a debt', ['Dev'], [['Dev', 'And I owe you the case study.']]],
  [
    'an accepted request',
    ['Priya'],
    [
      ['Dev', 'Can you send the plan?'],
      ['Priya', 'Yes, by Friday.'],
    ],
  ],
  [
    'a refused request',
    [],
    [
      ['Dev', 'Can you send the plan?'],
      ['Priya', 'No, not yet.'],
    ],
  ],
  [
    'what is needed from the other',
    ['Priya'],
    [
      ['Dev', 'I just need the dock plan from you.'],
      ['Priya', 'Yep.'],
    ],
  ],
  [
    'an accepted offer',
    ['Dev'],
    [
      ['Dev', 'I could come over for a day.'],
      ['Priya', 'Great, please.'],
    ],
  ],
  [
    'a refused offer',
    [],
    [
      ['Dev', 'I could come over for a day.'],
      ['Priya', 'No need, thanks.'],
    ],
  ],
  [
    'a named person',
    ['Priya'],
    [
      ['Dev', 'Priya sends the plan by Friday.'],
      ['Priya', 'Right.'],
    ],
  ],
  [
    'an addressed person',
    ['Priya'],
    [
      ['Dev', 'Priya, you send the plan by Friday.'],
      ['Priya', 'Right.'],
    ],
  ],
  [
    'a declined promise',
    [],
    [
      ['Dev', "I'll do the count next week."],
      ['Priya', 'You will not, you have the boiler.'],
    ],
  ],
  [
    'a condition',
    [],
    [
      ['Priya', "If you get him to smile I'll bake you a cake."],
      ['Dev', 'Ha.'],
    ],
  ],
  [
    'a question about both',
    [],
    [
      ['Dev', 'Shall we talk about the price?'],
      ['Priya', 'Go on.'],
    ],
  ],
  [
    'a need',
    [],
    [
      ['Priya', 'That is the thing I have to bring down.'],
      ['Dev', 'Right.'],
    ],
  ],
  [
    'something done in the call',
    [],
    [
      ['Dev', 'Let me share my screen.'],
      ['Priya', 'Okay.'],
    ],
  ],
])('%s makes %j the owner', (_, owners, lines) => {
  const people: [string, string][] = [
    ['Dev', 'Hello.'],
    ['Priya', 'Hi.'],
  ]
  expect([...ownersByLine(call(...lines, ...people), 0)]).toEqual(owners)
})

test('tells who takes over a task from who promises another', () => {
  expect(takesOver('Actually, leave that one with me.')).toBe(true)
  expect(takesOver("I'll send the offer.")).toBe(false)
})
