import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FeatureComparison } from './feature-comparison.tsx'

const markup = renderToStaticMarkup(<FeatureComparison />)
const [table = '', sources = ''] = markup.split('<details')
const rows = [...table.matchAll(/<th scope="row"[^>]*>([^<]+)<\/th>(.*?)<\/tr>/g)].map(
  ([, feature = '', marks = '']) => ({ feature, crosses: marks.split('>No<').length - 1 }),
)
const linksFor = (row: string) =>
  [...sources.matchAll(/<dt[^>]*>([^<]+)<\/dt>(.*?)<\/div>/g)]
    .filter(([, feature]) => feature === row)
    .flatMap(([, , list = '']) => [...list.matchAll(/href="https?:/g)]).length

test('the comparison has seven rows', () => {
  expect(rows).toHaveLength(7)
})

test.each(rows)('links "$feature" to at least one source for each of $crosses crosses', ({ feature, crosses }) => {
  expect(linksFor(feature)).toBeGreaterThanOrEqual(crosses)
  expect(linksFor(feature) > 0).toBe(crosses > 0)
})
