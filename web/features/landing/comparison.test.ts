import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { COLUMNS, COMPARISON } from './comparison.ts'

test('every cross of the comparison has a dated source, and every source its cross', async () => {
  const page = await readFile(new URL('../../../docs/COMPARISON.md', import.meta.url), 'utf8')
  const sources = page
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('http'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const crosses = COMPARISON.flatMap(({ feature, others }) =>
    others.flatMap((has, index) => (has ? [] : [`${feature}: ${COLUMNS[index + 1]}`])),
  )

  expect(sources.map(([, feature, kind]) => `${feature}: ${kind}`)).toEqual(crosses)
  for (const row of sources) expect(row[5]).toMatch(/^(read )?20\d\d-\d\d(-\d\d)?$/)
})
