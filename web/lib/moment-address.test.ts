import { expect, test } from 'vitest'
import { momentAddress, getStartTime } from './moment-address.ts'

test('reads a link’s timestamp in seconds, and treats an invalid one as the start', () => {
  const at = (search: string) => getStartTime(new URLSearchParams(search))
  expect([at('t=812'), at('t=1.5'), at(''), at('t='), at('t=-3'), at('t=abc'), at('t=Infinity')]).toEqual([
    812_000, 1500, 0, 0, 0, 0, 0,
  ])
})

test('links to the exact timestamp', () => {
  for (const ms of [1, 290, 8_201, 31_389, 162_821, 10_799_999]) {
    expect(getStartTime(new URL(momentAddress('https://calls.example/microsite/a', ms)).searchParams)).toBe(ms)
  }
})
