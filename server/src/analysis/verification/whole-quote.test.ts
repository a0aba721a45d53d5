import { expect, test } from 'vitest'
import { wholeQuote } from './whole-quote.ts'

const shown = (said: string, quote: string) => {
  const from = said.indexOf(quote)
  const cut = wholeQuote(said, { from, to: from + quote.length })
  return cut && said.slice(cut.from, cut.to).trim()
}

test.each([
  ['We need it, and we pay for it.', 'we pay', 'We need it, and we pay for it.'],
  ['Great. We need the single sign-on, that is clear.', 'single sign-on', 'We need the single sign-on, that is clear.'],
  ['No. That is higher than I expected. We have an offer.', 'higher than I', 'That is higher than I expected.'],
  ['We start. I will ask Mr. Weber today. Bye.', 'ask Mr. Weber', 'I will ask Mr. Weber today.'],
  ['We start. It was sent at 3 p.m. by mail. Bye.', 'sent at 3', 'It was sent at 3 p.m. by mail.'],
  ['Hello. We start on Monday. Bye.', 'We start on Monday.', 'We start on Monday.'],
])('extends “%s” with the words “%s” to “%s”', (said, quote, whole) => {
  expect(shown(said, quote)).toBe(whole)
})

test.each([
  ["I don't think legal's going to do twenty-four.", "legal's going to do twenty-four"],
  ["I don't think, honestly, that we will sign.", 'we will sign'],
  ['We will sign it if the board agrees.', 'We will sign it'],
  ['If legal agrees, we will do twenty-four.', 'we will do twenty-four'],
  ['We will do it in May, or maybe not.', 'We will do it in May'],
  ['Nobody said that we buy.', 'we buy'],
])('shows “%s” whole, because a cut would change its meaning', (said, quote) => {
  expect(shown(said, quote)).toBe(said)
})

test('does not quote an overlong sentence with a negation', () => {
  expect(
    shown(`I don't think ${'that we should go on and on and on '.repeat(30)} we will sign.`, 'we will sign'),
  ).toBeNull()
})

test('quotes an overlong sentence from one of its clauses', () => {
  const said = `We looked at it ${'and then at the next one '.repeat(30)}, and we will sign it today, I promise.`
  expect(shown(said, 'we will sign')).toBe('and we will sign it today,')
})
