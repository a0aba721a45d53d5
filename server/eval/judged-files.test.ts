import { glob, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readSalesCalls, SALES_FOLDERS } from './calls.ts'
import { readJudged } from './judged.ts'
import { formatUsable } from './judged-files.ts'

it('every judged file is of a sales call, names its judge, and can be parsed', async () => {
  const folder = new URL('sales/judged/', import.meta.url)
  const ids = (await Promise.all(SALES_FOLDERS.map(readSalesCalls))).flat().map(({ id }) => `${id}.md`)
  for await (const name of glob('*.md', { cwd: folder.pathname })) {
    expect(ids).toContain(name)
    const file = await readFile(new URL(name, folder), 'utf8')
    expect(readJudged(file).length).toBeGreaterThan(0)
    expect(file).toMatch(/^Judged by: [^(\s]/m)
  }
})

it('reports the bounds of a usable share while items are not judged', () => {
  const [good, bad, open] = [
    { kind: 'Point', text: 'a', codes: ['OK'] },
    { kind: 'Point', text: 'b', codes: ['GRAM'] },
    { kind: 'Point', text: 'c' },
  ] as const
  const item = ({ codes, ...rest }: typeof good | typeof bad) => ({ ...rest, codes: [...codes] })
  expect(formatUsable({ judged: [item(good), item(bad)], open: [], gone: [] })).toBe('50 % of 2')
  expect(formatUsable({ judged: [item(good)], open: [open], gone: [item(bad)] })).toBe(
    'unknown (1 of 2 not judged: 50 % to 100 %)',
  )
  expect(formatUsable(null)).toBe('not judged')
  expect(formatUsable(null, { judged: [item(good)], open: [], gone: [] }, { judged: [], open: [open], gone: [] })).toBe(
    'unknown (1 of 2 not judged: 50 % to 100 %)',
  )
})
