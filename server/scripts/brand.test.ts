import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BRAND } from '@callfolio/shared/brand.ts'
import { ROOT } from './places.ts'

it('the product’s name is only in shared/brand.ts', () => {
  const sources = globSync('{server,web,shared,extension}/**/*.{ts,tsx,html}', {
    cwd: ROOT,
    exclude: (path) => /node_modules|dist|\.output|\.wxt|\.test\./.test(path),
  })
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter((path) => readFileSync(join(ROOT, path), 'utf8').includes(BRAND.name))).toEqual([
    'shared/brand.ts',
  ])
})
