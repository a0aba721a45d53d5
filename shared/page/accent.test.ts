import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accentShades, THEME_SURFACES } from './accent.ts'
import { contrast, mix } from './colour.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe.each(['light', 'dark'] as const)('an accent in the %s theme', (theme) => {
  const surfaces = THEME_SURFACES[theme]

  test('gives legible text for any color', () => {
    fc.assert(
      fc.property(colour, (accent) => {
        const { fill, fillHover, onFill, text, soft } = accentShades(accent)[theme]
        for (const surface of [...surfaces, soft]) expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5)
        for (const back of [fill, fillHover]) expect(contrast(onFill, back)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  test('gives a fill that is visible on every surface', () => {
    fc.assert(
      fc.property(colour, (accent) => {
        for (const surface of surfaces)
          expect(contrast(accentShades(accent)[theme].fill, surface)).toBeGreaterThanOrEqual(1.4)
      }),
    )
  })

  test('uses the surfaces of the design tokens', () => {
    const css = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8')
    const token = (name: string) =>
      new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css)?.[theme === 'light' ? 1 : 2]
    expect(surfaces).toEqual(['paper', 'surface', 'raised'].map(token))
  })
})

test('keeps a color that is already legible', () => {
  expect(accentShades('#0a4f94').light).toMatchObject({ fill: '#0a4f94', text: '#0a4f94', onFill: '#ffffff' })
  expect(accentShades('#f5c518').light).toMatchObject({ fill: '#f5c518', onFill: '#000000' })
})

test('contrast and mixing follow their definitions', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect([mix('#000000', '#ff8000', 0.5), mix('#123456', '#ffffff', 0)]).toEqual(['#804000', '#123456'])
})
