import { expect, test } from 'vitest'
import { freePlace } from './free-place.ts'

const BAR = { width: 300, height: 38 }
const PAGE = { width: 1000, height: 700 }

test('places the bar at the top center of an empty page', () => {
  expect(freePlace(BAR, PAGE, () => false)).toEqual({ left: 350, top: 8 })
})

test('places the bar beside or below the page’s controls', () => {
  const isInside = (from: number, to: number) => (x: number, y: number) => y < 60 && x >= from && x <= to
  expect(freePlace(BAR, PAGE, isInside(480, 520))).toEqual({ left: 8, top: 8 })
  expect(freePlace(BAR, PAGE, isInside(0, 600))).toEqual({ left: 692, top: 8 })
  expect(freePlace(BAR, PAGE, isInside(0, 1000))).toEqual({ left: 350, top: 72 })
})

test('keeps the bar on a page narrower than the bar', () => {
  expect(freePlace(BAR, { width: 280, height: 400 }, () => true)).toEqual({ left: 8, top: 8 })
})
