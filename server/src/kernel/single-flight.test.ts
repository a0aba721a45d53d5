import { expect, test } from 'vitest'
import { createSingleFlight } from './single-flight.ts'

test('who asks for the same while it is being made gets it too, and a failure as well; later it is made again', async () => {
  const share = createSingleFlight<number>()
  let made = 0
  const make = async () => ++made
  expect(await Promise.all([share('a', make), share('a', make), share('b', make)])).toEqual([1, 1, 2])
  expect(await share('a', make)).toBe(3)
  const fail = () => Promise.reject(new Error('no'))
  const failed = await Promise.allSettled([share('a', fail), share('a', make)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await share('a', make)).toBe(4)
})
