import { expect, test } from 'vitest'
import { linesOfScript } from './call.testing.ts'
import { sidesOf } from './sides.ts'

test('sellers and customers are distinguished by how they talk', () => {
  const sides = sidesOf(
    linesOfScript(`
      Dana: The list price is ninety dollars per seat, and support is included.
      Marcus: How much is the discount? Our budget is small.
      Dana: I can offer ten percent on a yearly contract if you sign in May.
      Marcus: We have another offer, and I cannot approve it without the pilot.
      Priya: The pilot starts on Monday.`),
  )
  expect(sides?.get('Dana')).toBeGreaterThan(0.3)
  expect(sides?.get('Marcus')).toBeLessThan(-0.3)
  expect(sides?.get('Priya')).toBe(0)
})

test('a meeting in which a price is named once in a while has no sides', () => {
  const design = [
    'Dana: The remote should be yellow.',
    'Marcus: I like the buttons.',
    'Dana: The case is made of rubber.',
  ]
  const lines = Array.from({ length: 40 }, (_, i) => design[i % design.length] ?? '')
  expect(sidesOf(linesOfScript([...lines, 'Marcus: The price comes later.'].join('\n')))).toBeNull()
})
