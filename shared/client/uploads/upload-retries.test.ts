import { describe, expect, test } from 'vitest'
import { nextTry, pause } from './upload-retries.ts'

describe('after a failed request an upload', () => {
  test('never gives up without an answer, and waits at most half a minute', () => {
    const delays = [0, 1, 2, 5, 6, 10_000].map((tries) => nextTry(null, tries))
    expect(delays).toEqual([500, 1000, 2000, 16_000, 30_000, 30_000].map((delayMs) => ({ action: 'resume', delayMs })))
  })

  test.each([408, 409, 423, 429, 500, 502, 503])('retries after %i, for a while', (status) => {
    expect(nextTry(status, 0).action).toBe('resume')
    expect(nextTry(status, 11).action).toBe('resume')
    expect(nextTry(status, 12).action).toBe('give-up')
  })

  test.each([404, 410])('starts over when the server has nothing of it (%i)', (status) => {
    expect(nextTry(status, 0).action).toBe('restart')
    expect(nextTry(status, 3).action).toBe('give-up')
  })

  test('requests a new token once', () => {
    expect([nextTry(401, 0).action, nextTry(401, 1).action]).toEqual(['resume', 'give-up'])
  })

  test.each([400, 402, 403, 413, 415])('stops at once after %i', (status) => {
    expect(nextTry(status, 0)).toEqual({ action: 'give-up' })
  })
})

describe('the pause between attempts', () => {
  test('ends when the network is back', async () => {
    const network = new EventTarget()
    const paused = pause(1_000_000, undefined, network)
    network.dispatchEvent(new Event('online'))
    await expect(paused).resolves.toBeUndefined()
  })

  test('ends when it is aborted, even before it began', async () => {
    const controller = new AbortController()
    const paused = pause(1_000_000, controller.signal)
    controller.abort(new Error('closed'))
    await expect(paused).rejects.toThrow('closed')
    await expect(pause(1_000_000, controller.signal)).rejects.toThrow('closed')
  })
})
