import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchCall } from './watch-call.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openPage() {
  const page = { isInCall: false, reports: [] as boolean[] }
  const stop = watchCall({
    isInCall: () => page.isInCall,
    now: () => Date.now(),
    onChange: (hasLeft) => page.reports.push(hasLeft),
  })
  const wait = (seconds: number, isInCall: boolean): void => {
    page.isInCall = isInCall
    vi.advanceTimersByTime(seconds * 1000)
  }
  return { page, stop, wait }
}

test('reports a call that was left once, and the next one', () => {
  const { page, stop, wait } = openPage()
  wait(60, false)
  wait(60, true)
  expect(page.reports).toEqual([])
  wait(60, false)
  expect(page.reports).toEqual([true])
  wait(60, true)
  expect(page.reports).toEqual([true, false])
  stop()
  wait(60, false)
  expect(page.reports).toEqual([true, false])
})

test('reports nothing while a breakout room is entered', () => {
  const { page, stop, wait } = openPage()
  wait(60, true)
  wait(6, false)
  wait(60, true)
  expect(page.reports).toEqual([])
  stop()
})
