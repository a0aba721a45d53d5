import { expect, test } from 'vitest'
import { createPublisher } from './publisher.ts'

test('publishes the newer of two overlapping readings last, and waiting callers share one', async () => {
  const readings: PromiseWithResolvers<number>[] = []
  const published: number[] = []
  const publish = createPublisher(
    () => {
      const reading = Promise.withResolvers<number>()
      readings.push(reading)
      return reading.promise
    },
    (value) => published.push(value),
  )
  const first = publish()
  await expect.poll(() => readings.length).toBe(1)
  const [second, third] = [publish(), publish()]
  readings[0]?.resolve(1)
  await first
  await expect.poll(() => readings.length).toBe(2)
  readings[1]?.resolve(2)
  await Promise.all([second, third])
  expect(published).toEqual([1, 2])
})

test('publishes the next reading after one fails', async () => {
  const answers = [() => Promise.reject(new Error('no disk')), () => Promise.resolve(2)]
  const published: number[] = []
  const publish = createPublisher(
    () => answers.shift()?.() ?? Promise.resolve(0),
    (value) => published.push(value),
  )
  await expect(publish()).rejects.toThrow('no disk')
  await publish()
  expect(published).toEqual([2])
})
