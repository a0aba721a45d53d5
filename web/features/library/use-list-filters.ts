import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { readFilters, writeFilters, type ListFilters } from './list-filters.ts'

/** The list's filters, kept in the page's address so that a reload and the way back find them again. */
export function useListFilters(): [ListFilters, (change: Partial<ListFilters>) => void] {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (filters: Partial<ListFilters>) =>
      setParams((now) => writeFilters(now, { ...readFilters(now), ...filters }), {
        replace: true,
        preventScrollReset: true,
      }),
    [setParams],
  )
  return [readFilters(params), change]
}
