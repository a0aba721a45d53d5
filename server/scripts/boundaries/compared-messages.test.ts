import { describe, expect, test } from 'vitest'
import { ROOT } from '../places.ts'
import { comparedMessages } from './compared-messages.ts'
import { readSources } from './imports.ts'

/** Third-party messages without an error code: parsed once, where they arrive. */
const FOREIGN: Record<string, string> = {
  'extension/recording/capture/capture-problem.ts': 'Chrome tells why a tab can’t be captured in words alone',
  'server/src/db/refusals.ts': 'SQLite names a column in its message alone',
  'server/src/http/app.ts': 'whether a sentence is the validator’s own',
  'server/src/kernel/lost-connection.ts': 'errors of node-postgres’ own have no code',
  'server/src/openai/answer-form.ts': 'servers that speak OpenAI’s API differ in their codes',
}

const sources = readSources(ROOT, ['server', 'web', 'extension', 'shared']).filter(
  ({ path }) => !/\.(test|testing)\.tsx?$/.test(path),
)

describe('a user-facing sentence', () => {
  test('never decides anything: failures have codes (shared/failures.ts)', () => {
    expect(sources.filter(({ path }) => !(path in FOREIGN)).flatMap(comparedMessages)).toEqual([])
  })

  test.each(Object.entries(FOREIGN))('is parsed in %s, because %s', (path) => {
    expect(sources.filter((file) => file.path === path).flatMap(comparedMessages)).not.toEqual([])
  })
})

describe('finds comparisons', () => {
  const found = (text: string) => comparedMessages({ path: 'x.ts', text }).length

  test.each([
    `if (error.message === 'Too long') stop()`,
    `if (problem?.message !== SIGNED_OUT.message) stop()`,
    `const long = message.startsWith(TOO_LONG)`,
    `const long = (error as Error).message.includes('long')`,
    `const long = /too long/.test(site.error_message ?? '')`,
    `const long = LONG.exec(error.message) !== null`,
    `switch (failure.message) { case 'Too long': stop() }`,
  ])('%s', (text) => {
    expect(found(text)).toBe(1)
  })

  test.each([
    `if (error.message !== '' && site.error_message === null) show(error.message)`,
    `if (message?.type === 'changed') read(message)`,
    `if (error.code === 'too_long') show(error.message)`,
  ])('but not in %s', (text) => {
    expect(found(text)).toBe(0)
  })
})
