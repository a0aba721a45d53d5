import { expect, test } from 'vitest'
import { isClause } from './clauses.ts'

test.each(['The price includes the training.', 'Every job needs a ticket.', 'The trucks go out at six.', "The gym's fine.", 'The guy fills out a paper ticket.', 'Two of them failed in May.', "Let's start in May."])(
  '"%s" tells something',
  (text) => expect(isClause(text)).toBe(true),
)

test.each(['Ninety rupees per month per device.', 'Same day tickets, and a third fewer calls.', 'Revised proposal on Friday, answer on Monday.', 'With everything included in both.', 'False rejects under half a percent.'])(
  '"%s" is only a list of things',
  (text) => expect(isClause(text)).toBe(false),
)
