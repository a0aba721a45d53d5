import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './places.ts'

const rows = readFileSync(join(ROOT, 'docs/GLOSSARY.md'), 'utf8')
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
