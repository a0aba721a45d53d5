import { useQuery } from '@tanstack/react-query'
import type { UploadEntry } from '@callfolio/shared/client/upload-entry.ts'
import { useServices } from '../../lib/services.tsx'
import { useAuth } from '../session/auth-provider.tsx'
import { UNFINISHED_KEY } from './unfinished-query.ts'
import { useUpload } from './upload-provider.tsx'

/** The signed-in user's uploads that broke off, newest first; not the one that is running in this tab. */
export function useUnfinished(): UploadEntry[] {
  const { journal } = useServices()
  const { user } = useAuth()
  const { state } = useUpload()
  const { data = [] } = useQuery({
    queryKey: UNFINISHED_KEY,
    queryFn: () => journal.list(),
    staleTime: 0,
    networkMode: 'always',
  })
  const runningId = state.phase === 'idle' ? null : state.subject.entryId
  return data.filter(({ id, userId, micrositeId }) => userId === user?.id && micrositeId === null && id !== runningId)
}
