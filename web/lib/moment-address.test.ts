import { expect, test } from 'vitest'
import { momentAddress, startTimeOf } from './moment-address.ts'

test('a link’s moment is given in seconds, and nonsense is the start', () => {
  const at = (search: string) => startTimeOf(new URLSearchParams(search))
  expect([at('t=812'), at('t=1.5'), at(''), at('t='), at('t=-3'), at('t=abc'), at('t=Infinity')]).toEqual([
    812_000, 1500, 0, 0, 0, 0, 0,
  ])
})

test('a link to a moment leads to that very moment', () => {
  for (const ms of [1, 290, 8_201, 31_389, 162_821, 10_799_999]) {
    expect(startTimeOf(new URL(momentAddress('https://calls.example/microsite/a', ms)).searchParams)).toBe(ms)
  }
})
