import { QueryCache, QueryClient } from '@tanstack/react-query'
import { isRefusal } from '@callfolio/shared/is-refusal.ts'
import type { Account } from '../account/account.ts'

/** The store of what the server said, for one window. A session that was ended elsewhere is noticed by its refusal. */
export function createQueryClient({ auth }: Pick<Account, 'auth'>): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        // Asking who is signed in drops a session that the server has ended.
        if ('status' in error && error.status === 401) void auth.getUser()
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && !isRefusal(error),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
