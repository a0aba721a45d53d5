import { expect, test } from 'vitest'
import { activeFilters, listPath, NO_FILTERS, readFilters, writeFilters, type ListFilters } from './list-filters.ts'

const ALL: ListFilters = { ...NO_FILTERS, q: 'acme & co', tag: 'Big deals', created: '2026-11', sort: 'views_desc' }

test('keeps filters and other parameters in the URL across a reload', () => {
  const params = writeFilters(new URLSearchParams('tab=shared&q=old'), ALL)
  expect(params.get('tab')).toBe('shared')
  expect(readFilters(new URLSearchParams(params.toString()))).toEqual(ALL)
  expect(writeFilters(params, NO_FILTERS).toString()).toBe('tab=shared')
})

test('drops values that the server would reject from a hand-written URL', () => {
  expect(readFilters(new URLSearchParams('created=soon&sort=title&tag=%20&q='))).toEqual(NO_FILTERS)
  expect(readFilters(new URLSearchParams(`created=2026-02-30&q=${'x'.repeat(300)}`))).toEqual(NO_FILTERS)
})

test('requests the list with its filters and page', () => {
  expect(listPath(NO_FILTERS, null)).toBe('/api/microsites')
  expect(listPath(ALL, null)).toBe('/api/microsites?q=acme+%26+co&tag=Big+deals&created=2026-11&sort=views_desc')
  expect(listPath(NO_FILTERS, '0.1.a')).toBe('/api/microsites?cursor=0.1.a')
})

test.each(['2', '202', '2026', '2026-1', '2026-11', '2026-11-2', '2026-11-21', '2024-02-29'])(
  '%s narrows the list, typed as far as it is',
  (created) => {
    expect(readFilters(new URLSearchParams({ created }))).toEqual({ ...NO_FILTERS, created })
  },
)

test.each(['x', '3', '2026-13', '2026-02-29', '21.11.2026'])(
  'ignores the date filter "%s", which is no start of a date',
  (created) => {
    expect(readFilters(new URLSearchParams({ created }))).toEqual(NO_FILTERS)
  },
)

test('describes each active filter in words, except the search, which has its own box', () => {
  expect(activeFilters(ALL).map(({ text }) => text)).toEqual(['Tag: Big deals', 'Created: 2026-11', 'Most views first'])
  expect(activeFilters(NO_FILTERS)).toEqual([])
})
