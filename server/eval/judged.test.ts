import { describe, expect, it } from 'vitest'
import { compareJudged, countCodes, getHead, newHead, readJudged, usableShare, writeJudged } from './judged.ts'
import type { PageItem } from './page-items.ts'

const PAGE: PageItem[] = [
  { kind: 'Title', text: 'Quillon and Kenton: follow-up' },
  { kind: 'Point', text: 'It costs 104 pounds.' },
  { kind: 'Action', text: 'Ann will send the quote.' },
]
const FILE = `# quote, judged item by item

Judged by: Bo, on 3 May

- [OK] Title: Quillon and Kenton: follow-up
- [MISL+OBJ] Point: It costs 104 pounds.
- [ ] Action: Ann will send the quote.
`

describe('a judged file', () => {
  it('gives each item its list, its words and its codes in order', () => {
    expect(readJudged(FILE)).toEqual([
      { ...PAGE[0], codes: ['OK'] },
      { ...PAGE[1], codes: ['MISL', 'OBJ'] },
      { ...PAGE[2], codes: [] },
    ])
  })

  it.each([
    ['- [GOOD] Point: It costs.', 'There is no code GOOD'],
    ['- [OK] Thing: It costs.', 'no judged item'],
    ['- OK Point: It costs.', 'no judged item'],
    ['- [OK] Point: It costs.\n- [MISL] Point: It costs.', 'Two lines judge'],
  ])('with "%s" is refused, and counts nothing', (lines, why) => {
    expect(() => readJudged(lines)).toThrow(why)
  })

  it('keeps its head, its judgements and items no longer shown when it is rewritten', () => {
    const changed: PageItem[] = [
      { kind: 'Title', text: 'Quillon and Kenton: follow-up' },
      { kind: 'Action', text: 'Ann will send the revised quote.' },
    ]
    const rewritten = writeJudged(getHead(FILE), changed, readJudged(FILE))
    expect(rewritten).toContain('Judged by: Bo, on 3 May')
    expect(readJudged(rewritten)).toEqual([
      { ...PAGE[0], codes: ['OK'] },
      { ...changed[1], codes: [] },
      { ...PAGE[1], codes: ['MISL', 'OBJ'] },
    ])
    expect(writeJudged(getHead(rewritten), PAGE, readJudged(rewritten))).toBe(FILE)
  })

  it('lists every item as to be judged and explains the codes when new', () => {
    const fresh = writeJudged(newHead('quote'), PAGE, [])
    expect(readJudged(fresh).map(({ codes }) => codes)).toEqual([[], [], []])
    expect(getHead(fresh)).toMatch(/Judged by:.*NODUE a day was said and is missing/s)
  })
})

describe('the usable share', () => {
  it('is one figure once all of today’s items are judged, by their first codes', () => {
    const known = readJudged(FILE.replace('[ ]', '[OK+NODUE]'))
    const { least, most } = usableShare(compareJudged(PAGE, known))
    expect([least, most]).toEqual([2 / 3, 2 / 3])
  })

  it('is unknown for items that are not judged, or have other words or another list', () => {
    const known = readJudged(FILE.replace('[ ]', '[OK]'))
    for (const changed of [
      { kind: 'Action', text: 'Ann will send a quote.' },
      { kind: 'Summary', text: 'Ann will send the quote.' },
    ] as const) {
      const { judged, open, gone } = compareJudged([...PAGE.slice(0, 2), changed], known)
      expect(open).toEqual([changed])
      expect(gone.map(({ text }) => text)).toEqual(['Ann will send the quote.'])
      expect(usableShare({ judged, open })).toEqual({ least: 1 / 3, most: 2 / 3 })
    }
    expect(compareJudged(PAGE, readJudged(FILE)).open).toEqual([PAGE[2]])
  })

  it('ignores judgements of items no longer shown', () => {
    expect(usableShare(compareJudged([], readJudged(FILE)))).toEqual({ least: 0, most: 0 })
  })
})

it('counts codes for every item that has them', () => {
  expect(countCodes(readJudged(FILE))).toEqual([
    ['OK', 1],
    ['MISL', 1],
    ['OBJ', 1],
  ])
})
