import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor, type ESTree } from 'vite'
import { expect, it } from 'vitest'
import { PACKAGE_FOLDERS, readSources } from './boundaries/imports.ts'
import { ROOT } from './places.ts'

const page = readFileSync(join(ROOT, 'docs/GLOSSARY.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| **'))
  .map((line) => line.slice(2, -2).split(' | '))

it('every term of the glossary has a meaning and a place', () => {
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter((cells) => cells.length !== 3 || cells.some((cell) => cell.trim() === ''))).toEqual([])
})

it('every file and folder that the glossary names is there', () => {
  const places = rows.flatMap(([, , where = '']) => [...where.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)])
  expect(places.length).toBeGreaterThan(0)
  expect(places.flatMap(([, path = '']) => (existsSync(join(ROOT, path)) ? [] : [path]))).toEqual([])
})

/** Words of the glossary's last table, where their form alone shows that they are meant in the sense given up. */
const GIVEN_UP = {
  sentence:
    /\b(tells|(?<!everyone (in (a|the) call )?was |participants were )told|hears|heard|whoever|mend(s|ed|ing)?|breath(e|es|ing)?|desk|bookkeeping|workshop|stand-ins?|looked (at|through)|looks (at|through)|noted|manners?|(call|calls|called) off|hands? out|handed out|lets? in|listens again)\b/i,
  name: /\b(tells?|telling|mend(s|ed|ing)?|breath|desk|bookkeeping|workshop|stand in|noted|manners?|looked|hears?|hearing|listens|alone)\b/i,
}
it('words that the glossary has given up are in no comment, title of a test or name', () => {
  const sources = readSources(ROOT, PACKAGE_FOLDERS).filter(({ path }) => path !== 'server/scripts/glossary.test.ts')
  const found = sources.flatMap(({ path, text }) => {
    const { comments, program } = parseSync(path, text)
    const sentences = comments.map(({ value }) => value)
    const names = new Set<string>()
    new Visitor({
      Identifier: ({ name }) => void names.add(name),
      CallExpression: (call) => void sentences.push(...titleOf(call)),
    }).visit(program)
    return [
      ...sentences.filter((sentence) => GIVEN_UP.sentence.test(sentence)),
      ...[...names].filter((name) => GIVEN_UP.name.test(wordsOf(name))),
    ].map((each) => `${path}: ${each.trim()}`)
  })
  expect(found).toEqual([])
})

/** The title of a call of `test`, `it` or `describe`, also behind `.each(…)` and `.runIf(…)`. */
function titleOf({ callee, arguments: [title] }: ESTree.CallExpression): string[] {
  let root: ESTree.Node = callee
  while (root.type === 'MemberExpression' || root.type === 'CallExpression')
    root = root.type === 'MemberExpression' ? root.object : root.callee
  const isTest = root.type === 'Identifier' && ['test', 'it', 'describe'].includes(root.name)
  return isTest && title?.type === 'Literal' && typeof title.value === 'string' ? [title.value] : []
}

/** `isLookingUp` and `LOOKS_UP` as words. */
function wordsOf(name: string): string {
  return name.replace(/([a-z])(?=[A-Z])/g, '$1 ').replaceAll('_', ' ')
}
