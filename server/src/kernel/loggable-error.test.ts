import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { describeError, loggableError } from './loggable-error.ts'
import { createLogger } from './logger.ts'

const TOKEN = 'CPArSG3bug1D478wRu-5zmD2jqillEKrEqbWRs7qii8'
/** As PostgreSQL's driver reports a duplicate row: its own properties contain the values too. */
const driverError = () =>
  Object.assign(new Error(`invalid input syntax for type uuid: "${TOKEN}"`), {
    code: '22P02',
    detail: `Key (token)=(${TOKEN}) already exists.`,
  })
const queryError = () => new DrizzleQueryError('select * from links where token = $1', [TOKEN, 'a', 7], driverError())

describe('a loggable error', () => {
  test('has the query and the cause, and none of the parameters anywhere', () => {
    const logged = loggableError(queryError())
    expect(logged).toMatchObject({
      type: 'DrizzleQueryError',
      message: 'Failed query: select * from links where token = $1',
      cause: { message: 'invalid input syntax for type uuid: "[parameter]"', code: '22P02' },
    })
    expect(logged.stack).toMatch(/^ {4}at /)
    expect(JSON.stringify(logged)).not.toContain(TOKEN)
    expect(describeError(queryError())).toBe(
      'Failed query: select * from links where token = $1: invalid input syntax for type uuid: "[parameter]"',
    )
  })

  test('has no parameters even if only the message contains them', () => {
    const copy = new Error(queryError().message)
    expect(JSON.stringify(loggableError(copy))).not.toContain(TOKEN)
  })

  test('has no email address', () => {
    const error = new Error('all recipients were rejected: 550 <ann.lee@example.org>: unknown')
    expect(loggableError(error).message).toBe('all recipients were rejected: 550 <[address]>: unknown')
    expect(loggableError('no mail to ann@example.org')).toEqual({ type: 'string', message: 'no mail to [address]' })
  })

  test('has the reasons for an unreachable database', () => {
    const refused = new AggregateError([
      Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' }),
      new Error('connect ECONNREFUSED 127.0.0.1:5432'),
    ])
    expect(describeError(new DrizzleQueryError('select 1', [], Object.assign(refused, { code: 'ECONNREFUSED' })))).toBe(
      'Failed query: select 1: ECONNREFUSED: connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432',
    )
  })

  test.each([
    ['under err', (error: Error) => [{ err: error }, 'it failed'] as const],
    ['under error', (error: Error) => [{ error }, 'it failed'] as const],
    ['alone', (error: Error) => [error] as const],
    ['without a sentence', (error: Error) => [{ err: error }] as const],
    ['with a sentence', (error: Error) => [error, 'it failed'] as const],
  ])('is the same however it is passed: %s', (_way, args) => {
    const lines: string[] = []
    const log = createLogger('info', { write: (line) => void lines.push(line) })
    const [first, ...rest] = args(queryError())
    log.child({ request: '1' }).error(first, ...rest)
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain(TOKEN)
    expect(lines[0]).toContain('22P02')
  })
})
