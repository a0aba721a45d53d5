import {
  MICROSITE_PATHS,
  micrositeListQuerySchema,
  type MicrositeListQuery,
} from '@callfolio/shared/contract/microsite.ts'

/** What the list is narrowed to; an empty text narrows nothing. */
export interface ListFilters {
  q: string
  tag: string
  /** The beginning of `YYYY-MM-DD`, of any length. */
  created: string
  sort: '' | NonNullable<MicrositeListQuery['sort']>
}

export const NO_FILTERS: ListFilters = { q: '', tag: '', created: '', sort: '' }
const NAMES = ['q', 'tag', 'created', 'sort'] as const

/** Reads the filters out of the page's address; what makes no sense there is left out. */
export function readFilters(params: URLSearchParams): ListFilters {
  const filters = { ...NO_FILTERS }
  for (const name of NAMES) {
    const value = params.get(name)?.trim() ?? ''
    if (value !== '' && micrositeListQuerySchema.shape[name].safeParse(value).success)
      Object.assign(filters, { [name]: value })
  }
  return filters
}

/** The page's address with these filters instead of the ones it has; everything else in it stays. */
export function writeFilters(params: URLSearchParams, filters: ListFilters): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of NAMES) {
    if (filters[name] === '') next.delete(name)
    else next.set(name, filters[name])
  }
  return next
}

/** Where a page of the filtered list is read. @param cursor of the next page; null: the first. */
export function listPath(filters: ListFilters, cursor: string | null): string {
  const query = writeFilters(new URLSearchParams(), filters)
  if (cursor !== null) query.set('cursor', cursor)
  return query.size === 0 ? MICROSITE_PATHS.list : `${MICROSITE_PATHS.list}?${query.toString()}`
}

/** A filter that is on, in words. */
interface ActiveFilter {
  name: keyof ListFilters
  text: string
}

const SORT_TEXTS = { views_desc: 'Most views first', views_asc: 'Fewest views first' } as const

/** The filters that are on. The search is not among them: its box shows it. */
export function activeFilters({ tag, created, sort }: ListFilters): ActiveFilter[] {
  return [
    ...(tag === '' ? [] : [{ name: 'tag' as const, text: `Tag: ${tag}` }]),
    ...(created === '' ? [] : [{ name: 'created' as const, text: `Created: ${created}` }]),
    ...(sort === '' ? [] : [{ name: 'sort' as const, text: SORT_TEXTS[sort] }]),
  ]
}
