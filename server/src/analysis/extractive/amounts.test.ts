import { expect, test } from 'vitest'
import { AMOUNT_OF_MONEY, RATE } from './amounts.ts'

test.each(['forty', 'forty-five', 'ninety'])('%s is an amount', (word) => {
  expect(AMOUNT_OF_MONEY.test(`We pay ${word}.`)).toBe(true)
  expect(RATE.test(`It's ${word} each.`)).toBe(true)
})

test.each(['security', 'property', 'warranty', 'city'])('“%s” ends like a number and is none', (word) => {
  expect(AMOUNT_OF_MONEY.test(`We pay for ${word}.`)).toBe(false)
  expect(RATE.test(`It's ${word} each.`)).toBe(false)
})
