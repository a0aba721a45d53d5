import { expect, test } from 'vitest'
import { getFirstName } from './first-name.ts'

test.each([
  [{ full_name: 'Dana Whitfield' }, 'Dana'],
  [{ full_name: '  Dana ' }, 'Dana'],
  [{ full_name: ' ' }, 'dw'],
  [{ full_name: 7 }, 'dw'],
  [{}, 'dw'],
])('greets %j as %s', (user_metadata, name) => {
  expect(getFirstName({ email: 'dw@example.com', user_metadata })).toBe(name)
})
