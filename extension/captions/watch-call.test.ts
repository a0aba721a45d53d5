import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchCall } from './watch-call.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openPage() {
  const page = { isInCall: false, reports: [] as boolean[], looks: 0 }
  const stop = watchCall({
    isInCall: () => page.isInCall,
    now: () => Date.now(),
    onChange: (isInCall) => page.reports.push(isInCall),
    onLook: () => (page.looks += 1),
  })
  const wait = (seconds: number, isInCall: boolean): void => {
    page.isInCall = isInCall
    vi.advanceTimersByTime(seconds * 1000)
  }
  return { page, stop, wait }
}

test('reports once that a call is entered and left, and the next one', () => {
  const { page, stop, wait } = openPage()
  wait(60, false)
  expect(page.reports).toEqual([])
  wait(60, true)
  expect(page.reports).toEqual([true])
  wait(60, false)
  expect(page.reports).toEqual([true, false])
  wait(60, true)
  expect(page.reports).toEqual([true, false, true])
  stop()
  wait(60, false)
  expect(page.reports).toEqual([true, false, true])
})

test('looks once a second while in a call', () => {
  const { page, stop, wait } = openPage()
  wait(5, false)
  expect(page.looks).toBe(0)
  wait(5, true)
  expect(page.looks).toBe(5)
  wait(20, false)
  expect(page.looks).toBe(5)
  stop()
})

test('reports no end while a breakout room is entered', () => {
  const { page, stop, wait } = openPage()
  wait(60, true)
  wait(6, false)
  wait(60, true)
  expect(page.reports).toEqual([true])
  stop()
})
