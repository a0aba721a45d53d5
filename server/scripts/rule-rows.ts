import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './places.ts'

/** A test by the file that holds it and its title as it stands there. */
export interface NamedTest {
  /** Relative to the repository. */
  file: string
  title: string
}

/** Lists of what must hold: the product's rules, and the threats that it stands against. */
export const RULE_FILES = ['docs/RULES.md', 'docs/SECURITY.md'] as const

/** A row of one of them. */
export interface RuleRow {
  /** Every cell of the row: three in a row that is well formed. */
  cells: string[]
  /** Prefix of the section that the row stands in: `## Uploads (UPLOAD)`. */
  area: string
  /** Prefix and number: `UPLOAD-4`. */
  id: string
  rule: string
  /** The last cell in pieces: each names tests of one file, or says why there is none. */
  references: string[]
  tests: NamedTest[]
}

/** `file`: `title`, `another title of the same file` */
export const TESTS = /^`([^`]+)`: (`[^`]+`(?:, `[^`]+`)*)$/

/** Reads the rules of a file with the tests that hold them, in their order. */
export function readRuleRows(file: (typeof RULE_FILES)[number] = 'docs/RULES.md'): RuleRow[] {
  const sections = readFileSync(join(ROOT, file), 'utf8').split('\n## ').slice(1)
  return sections.flatMap((section) => {
    const [heading = '', ...lines] = section.split('\n')
    const area = /\(([A-Z]+)\)$/.exec(heading)?.[1] ?? ''
    return lines.filter((line) => line.startsWith('| ') && !line.startsWith('| id |')).map((line) => rowOf(line, area))
  })
}

function rowOf(line: string, area: string): RuleRow {
  const cells = line.slice(2, -2).split(' | ')
  const [id = '', rule = '', tests = ''] = cells
  const references = tests.split('<br>')
  return { cells, area, id, rule, references, tests: references.flatMap(testsOf) }
}

function testsOf(reference: string): NamedTest[] {
  const [, file = '', titles = ''] = TESTS.exec(reference) ?? []
  if (titles === '') return []
  return titles
    .slice(1, -1)
    .split('`, `')
    .map((title) => ({ file, title }))
}
