import { expect, test } from 'vitest'
import { loggable } from './loggable.ts'

test('a log gets the root cause of an error, without the parameters of a query', () => {
  const error = new Error('Failed query: insert into users params: ann@example.org,secret', { cause: new TypeError('disk I/O error') })
  expect(loggable(error)).toEqual({ name: 'TypeError', message: 'disk I/O error' })
})

test('a log gets no e-mail address', () => {
  const error = new Error('all recipients were rejected: 550 <ann.lee@example.org>: unknown')
  expect(loggable(error).message).toBe('all recipients were rejected: 550 <[address]>: unknown')
})
