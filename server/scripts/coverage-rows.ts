import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './places.ts'

/** A test by the file that holds it and its title as it stands there. */
export interface NamedTest {
  /** Relative to the repository. */
  file: string
  title: string
}

/** A row of docs/SPEC-COVERAGE.md. */
export interface CoverageRow {
  cells: string[]
  /** What the row says. */
  rule: string
  /** Its last cell in pieces: each names tests of one file, or says why there is none. */
  references: string[]
  tests: NamedTest[]
}

/** `file`: `title`, `another title of the same file` */
export const TESTS = /^`([^`]+)`: (`[^`]+`(?:, `[^`]+`)*)$/

/** Reads the table of rules and the tests that hold them. */
export function readCoverageRows(): CoverageRow[] {
  return readFileSync(join(ROOT, 'docs/SPEC-COVERAGE.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| where |'))
    .map((line) => line.slice(2, -2).split(' | '))
    .map((cells) => {
      const references = (cells[2] ?? '').split('<br>')
      return { cells, rule: cells[1] ?? '', references, tests: references.flatMap(testsOf) }
    })
}

function testsOf(reference: string): NamedTest[] {
  const [, file = '', titles = ''] = TESTS.exec(reference) ?? []
  if (titles === '') return []
  return titles
    .slice(1, -1)
    .split('`, `')
    .map((title) => ({ file, title }))
}
