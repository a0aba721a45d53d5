import { describe, expect, test } from 'vitest'
import { linesOfScript } from './call.testing.ts'
import { asItems, commitmentsOf, tasksOf } from './tasks.ts'

function todosOf(script: string): string[] {
  const lines = linesOfScript(script)
  return tasksOf(lines, commitmentsOf(lines)).map((task) => asItems(task, lines).todo.text)
}

describe('a promise that makes no clean frame is stated in its speaker’s words', () => {
  test.each([
    [
      'where what "it" is comes after it',
      "Ben: I'll write it down for you, how the ropes are counted on the jetty.\nAna: Thanks.\nBen: By the end of next week.",
      "Ben: “I'll write it down for you, how the ropes are counted on the jetty”, by the end of next week",
    ],
    [
      'with the sentence of the same turn that names the thing',
      "Ana: Is the jetty safe?\nBen: We've got a safety pack. It has the load tests. I'll send it to you today.\nAna: Good.",
      "Ben: “We've got a safety pack. … I'll send it to you today”",
    ],
    [
      'with what is listed right after it',
      "Ana: Which ropes are worn?\nBen: I'll do you a list. All forty with a price against each.\nAna: Thanks. By Friday?\nBen: By Friday.",
      "Ben: “I'll do you a list. All forty with a price against each”, by Friday",
    ],
    [
      'where it speaks of a quote, and numbers follow',
      "Ana: Show me both.\nBen: I'll send a revised quote, one-year and three-year side by side, forty-six hundred users.\nAna: By when?\nBen: By Friday.",
      "Ben: “I'll send a revised quote, one-year and three-year side by side, forty-six hundred users”, by Friday",
    ],
    [
      'where “one” counts a thing',
      "Ana: Who owns the raw data?\nBen: I'll send you a clause, one paragraph, that the raw data belongs to the farm.\nAna: When?\nBen: By Friday.",
      "Ben: “I'll send you a clause, one paragraph, that the raw data belongs to the farm”, by Friday",
    ],
    [
      'where “the same” names weeks that it counts',
      "Ana: We lack the agency spend.\nBen: I'll dig out the agency spend for the same six weeks and send it to Cleo, so he can put pounds on it. End of next week.\nCleo: That would be great.",
      "Ben: “I'll dig out the agency spend for the same six weeks and send it to Cleo, so he can put pounds on it”, by the end of next week",
    ],
    [
      'where it opens with “I’ll tell you what”',
      "Ana: He wants to see the terms first.\nBen: I'll tell you what, I'll send you our master agreement on Thursday.\nAna: Thursday's alright.",
      'Ben: send Ana the master agreement by Thursday',
    ],
  ])('%s', (_, script, todo) => {
    expect(todosOf(script)).toEqual([todo])
  })

  test('and a request without what its asker promised in the same sentence', () => {
    const script =
      'Dana: I will send the report by Friday, and Marcus, could you send me a list of the ten people?\nMarcus: Yes, I will send the list before the end of the week.'
    expect(todosOf(script)).toContain('Marcus: send Dana a list of the ten people before the end of the week')
  })

  test.each([
    ['where nothing is named', "Ana: Who does that?\nBen: I'll do that by Friday.\nAna: Good."],
    [
      'where no day is named and nothing is sent',
      "Ana: Will they believe us?\nBen: I'll bring the stuffed moose.\nAna: Perfect.",
    ],
    ['where another named it', "Ana: The old crane.\nBen: I'll get them on that by Friday.\nAna: Good."],
    [
      'where another day was settled on after it',
      "Ben: We've got a safety pack. I'll get it to you two tomorrow.\nBen: No, sorry. Let me say Friday.\nAna: Friday is fine.",
    ],
    [
      'where it is refused',
      "Ben: I'd have a test crane up by Friday, with your ropes.\nAna: No, we don't want a crane.\nBen: Okay.",
    ],
  ])('not %s', (_, script) => {
    expect(todosOf(script).filter((todo) => todo.includes('“'))).toEqual([])
  })
})
