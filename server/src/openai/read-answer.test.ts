import { expect, test } from 'vitest'
import { z } from 'zod'
import { readAnswer } from './read-answer.ts'

const schema = z.object({ city: z.string(), people: z.array(z.string()) })
const OSLO = { success: true, value: { city: 'Oslo', people: ['Dana'] } }
const JSON_TEXT = '{"city": "Oslo", "people": ["Dana"]}'

test.each([
  ['alone', JSON_TEXT],
  ['in a code fence', `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
  [
    'in a fence with prose before and after it',
    `Here is the recap you asked for:\n\n\`\`\`json\n${JSON_TEXT}\n\`\`\`\nLet me know if you need {anything} else!`,
  ],
  ['in prose without a fence', `Sure! ${JSON_TEXT} I hope this helps.`],
  ['behind braces in the prose', `The shape {city, people} is filled below. {see} ${JSON_TEXT}`],
  ['behind thoughts', `<think>They want {"city": "Rome", "people": []}, or do they?</think>\n${JSON_TEXT}`],
  [
    'behind thoughts whose beginning a template has swallowed',
    `They want {"city": "Rome", "people": []}.\n</think>\n\n${JSON_TEXT}`,
  ],
  ['with trailing commas', '{"city": "Oslo", "people": ["Dana",\n],}'],
])('reads an object %s', (_, content) => {
  expect(readAnswer(content, schema)).toEqual(OSLO)
})

test('keeps a spoken comma, brace or tag as it is', () => {
  const value = { city: 'a ,] b ,} { "', people: ['```'] }
  expect(readAnswer(`Sure: ${JSON.stringify(value)}`, schema)).toEqual({ success: true, value })
})

test('rejects an answer that is no object, or does not fit, with the problem', () => {
  expect(readAnswer('I cannot help with that.', schema)).toEqual({ success: false, problem: 'it is not JSON' })
  expect(readAnswer('"Oslo"', schema)).toEqual({ success: false, problem: 'it is not JSON' })
  expect(
    readAnswer('<think>{"city": "Oslo", "people": []}', schema),
    'thoughts that never end are no answer',
  ).toMatchObject({ success: false })
  expect(readAnswer('{"city": 4, "people": []}', schema)).toEqual({
    success: false,
    problem: expect.stringContaining('city'),
  })
})

test('corrects common mistakes of models before it checks the object against the schema', () => {
  const tidy = (value: unknown) => ({ people: [], ...(value as object) })
  expect(readAnswer('{"city": "Oslo"}', schema, tidy)).toEqual({ success: true, value: { city: 'Oslo', people: [] } })
})

test('reads a flood of braces once, not once for each brace', () => {
  // Reading again from each brace would take hours, far past the limit of a test.
  expect(readAnswer('{'.repeat(1_000_000), schema).success).toBe(false)
})
