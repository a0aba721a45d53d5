import { useQuery } from '@tanstack/react-query'
import { useServices } from '../services.tsx'

/** Interval between checks of an unreachable server, ms. */
const AGAIN_MS = 5000

/** Whether the server answers; null until known. */
export function useServerHealth(): { answers: boolean | null; ask: () => void } {
  const { account, checkServer } = useServices()
  const { data = null, refetch } = useQuery({
    queryKey: ['health', account.server],
    queryFn: () => checkServer(account.server),
    refetchInterval: ({ state }) => (state.data === false ? AGAIN_MS : false),
  })
  return { answers: data, ask: () => void refetch() }
}
