import { expect, it } from 'vitest'
import { ROOT } from '../places.ts'
import { changesOf, pureFiles } from './code-changes.ts'

const SOURCE = `import { limit } from './limit.ts'
/** A comment with 5 < 6. */
export function textOf(n: number, kind: 'a' | 'b'): string {
  if (n < limit) return 'few'
  return kind === 'a' ? \`\${n + 1} of them\` : ''
}
`

it('a change turns a comparison, a condition or an operator round, makes a number larger or empties a text', () => {
  const broken = changesOf('text-of.ts', SOURCE).map(
    ({ start, end, broken: text }) => SOURCE.slice(0, start) + text + SOURCE.slice(end),
  )
  expect(broken.toSorted()).toEqual(
    [
      SOURCE.replace('n < limit', 'n <= limit'),
      SOURCE.replace('n < limit', '!(n < limit)'),
      SOURCE.replace("'few'", "''"),
      SOURCE.replace("kind === 'a'", "kind !== 'a'"),
      SOURCE.replace("kind === 'a'", "!(kind === 'a')"),
      SOURCE.replace("kind === 'a'", "kind === ''"),
      SOURCE.replace('n + 1', 'n - 1'),
      SOURCE.replace('n + 1', 'n + 2'),
    ].toSorted(),
  )
})

it('every file that can be changed has a change, and none imports what reaches outside', () => {
  const files = pureFiles(ROOT)
  expect(files.length).toBeGreaterThan(50)
  expect(files).toContain('shared/poll.ts')
  expect(files.filter((file) => /-repo\.ts$|routes\.ts$/.test(file))).toEqual([])
})
