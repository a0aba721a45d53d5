import type { QueryClient } from '@tanstack/react-query'

export const UNFINISHED_KEY = ['unfinished-uploads']

/** Has the list of unfinished uploads read again. */
export function refreshUnfinished(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: UNFINISHED_KEY })
}
