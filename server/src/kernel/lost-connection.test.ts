import { expect, test } from 'vitest'
import { isConnectionLost } from './lost-connection.ts'

const error = (facts: object, message = 'x') => Object.assign(new Error(message), facts)

test("distinguishes a lost connection from errors that a retry can't fix, also among causes", () => {
  for (const lost of [
    error({ code: 'ECONNREFUSED' }),
    error({ code: 'ENOENT', syscall: 'connect' }),
    error({ code: '57P01' }),
    error({ code: '08006' }),
    new Error('Query read timeout'),
    new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') }),
    new AggregateError([error({ code: 'ECONNREFUSED' })]),
  ])
    expect(isConnectionLost(lost), lost.message).toBe(true)
  for (const other of [
    error({ code: 'ENOENT', syscall: 'open' }),
    error({ code: '23505' }),
    new Error('Not found'),
    'ECONNREFUSED',
    null,
  ])
    expect(isConnectionLost(other)).toBe(false)
})
