import {
  MICROSITE_PATHS,
  micrositeListQuerySchema,
  type MicrositeListQuery,
} from '@callfolio/shared/contract/microsite.ts'

type Query = Omit<MicrositeListQuery, 'limit' | 'cursor'>

/** The list's filters and sort order; an empty string means that the query doesn't have the filter. */
export type ListFilters = { [Name in keyof Query]-?: NonNullable<Query[Name]> | '' }

export const NO_FILTERS: ListFilters = { q: '', tag: '', created: '', sort: '' }
const NAMES = Object.keys(NO_FILTERS) as (keyof ListFilters)[]

/** A filter typed into the dialog; `refusal` is the error for a value that the server would reject. */
interface TextFilter {
  label: string
  placeholder: string
  maxLength: number
  hint: string
  refusal: string
}
type TextFilterName = Exclude<keyof ListFilters, 'q' | 'tag' | 'sort'>

/** In the dialog's order. */
export const TEXT_FILTERS: Record<TextFilterName, TextFilter> = {
  created: {
    label: 'Created',
    placeholder: '2026-11',
    maxLength: 10,
    // With hyphens that don’t break lines.
    hint: 'A day, month or year: 2026\u201111\u201121, 2026\u201111 or 2026.',
    refusal: 'Enter a day, month or year, such as 2026-11-21 or 2026-11.',
  },
}
export const TEXT_FILTER_NAMES = Object.keys(TEXT_FILTERS) as TextFilterName[]

/** Whether the server accepts this non-empty value. */
export function isFilterValue(name: keyof ListFilters, value: string): boolean {
  return micrositeListQuerySchema.shape[name].safeParse(value).success
}

/** Reads the filters from the URL; invalid values are dropped. */
export function readFilters(params: URLSearchParams): ListFilters {
  const filters = { ...NO_FILTERS }
  for (const name of NAMES) {
    const value = params.get(name)?.trim() ?? ''
    if (value !== '' && isFilterValue(name, value)) Object.assign(filters, { [name]: value })
  }
  return filters
}

/** The URL with these filters instead of its current ones; everything else in it stays. */
export function writeFilters(params: URLSearchParams, filters: ListFilters): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of NAMES) {
    if (filters[name] === '') next.delete(name)
    else next.set(name, filters[name])
  }
  return next
}

/** API path of a page of the filtered list. @param cursor of the next page; null: the first. */
export function listPath(filters: ListFilters, cursor: string | null): string {
  const query = writeFilters(new URLSearchParams(), filters)
  if (cursor !== null) query.set('cursor', cursor)
  return query.size === 0 ? MICROSITE_PATHS.list : `${MICROSITE_PATHS.list}?${query.toString()}`
}

/** An active filter, in words. */
interface ActiveFilter {
  name: keyof ListFilters
  text: string
}

const SORT_TEXTS = { views_desc: 'Most views first', views_asc: 'Fewest views first' } as const

/** The active filters, without the search, which has its own box. */
export function activeFilters(filters: ListFilters): ActiveFilter[] {
  const { tag, sort } = filters
  const typed = TEXT_FILTER_NAMES.filter((name) => filters[name] !== '')
  return [
    ...(tag === '' ? [] : [{ name: 'tag' as const, text: `Tag: ${tag}` }]),
    ...typed.map((name) => ({ name, text: `${TEXT_FILTERS[name].label}: ${filters[name]}` })),
    ...(sort === '' ? [] : [{ name: 'sort' as const, text: SORT_TEXTS[sort] }]),
  ]
}
