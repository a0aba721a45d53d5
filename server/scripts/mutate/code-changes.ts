import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** A small change of a source file. Offsets count as strings do. */
export interface CodeChange {
  /** Relative to the repository. */
  file: string
  start: number
  end: number
  broken: string
}

/** Quick tests leave PostgreSQL out. */
const OF_THE_DATABASE = '/db/'
const FOLDERS = ['shared', 'web', 'extension', 'server/src']
const NOT_OURS = new Set(['node_modules', 'dist', '.wxt', '.output'])
/** What reaches outside of a function: files that import it are tried by more than the test beside them. */
const NOT_PURE = /from '(?:node:|@?hono|drizzle-orm|lucia|react|\.\.\/db\/|webextension-polyfill)/

const OTHER_OPERATOR: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

/** The files with functions only that have a quick test beside them, relative to the repository. */
export function pureFiles(root: string): string[] {
  return FOLDERS.flatMap((folder) => filesBelow(join(root, folder)))
    .filter(
      (path, _index, all) =>
        all.includes(testOf(path)) && !path.includes(OF_THE_DATABASE) && !NOT_PURE.test(readFileSync(path, 'utf8')),
    )
    .map((path) => relative(root, path))
    .toSorted()
}

/** The test beside a file. */
export function testOf(path: string): string {
  return path.replace(/\.ts$/, '.test.ts')
}

/**
 * All changes that can be made to a source: comparisons at their edge or turned round, other operators, conditions turned
 * round, numbers one larger, texts emptied. Types, names and what is imported stay.
 */
export function changesOf(file: string, source: string): CodeChange[] {
  const changes: CodeChange[] = []
  const change = (start: number, end: number, broken: string) => changes.push({ file, start, end, broken })
  const operator = (node: { left: { end: number }; right: { start: number }; operator: string }) => {
    const broken = OTHER_OPERATOR[node.operator]
    const start = source.indexOf(node.operator, node.left.end)
    if (broken !== undefined && start < node.right.start) change(start, start + node.operator.length, broken)
  }
  const condition = ({ test: { start, end } }: { test: { start: number; end: number } }) =>
    change(start, end, `!(${source.slice(start, end)})`)
  /** Keys and addresses are texts too, but no behaviour. */
  const left = new Set<number>()
  new Visitor({
    ImportDeclaration: (node) => void left.add(node.source.start),
    Property: (node) => void left.add(node.key.start),
    TSLiteralType: (node) => void left.add(node.literal.start),
    BinaryExpression: operator,
    LogicalExpression: operator,
    ConditionalExpression: condition,
    IfStatement: condition,
    Literal(node) {
      if (left.has(node.start)) return
      if (typeof node.value === 'number') change(node.start, node.end, String(node.value + 1))
      if (typeof node.value === 'string' && node.value !== '') change(node.start, node.end, "''")
    },
  }).visit(parseSync(basename(file), source).program)
  return changes
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesBelow(path)
    return entry.name.endsWith('.ts') ? [path] : []
  })
}
