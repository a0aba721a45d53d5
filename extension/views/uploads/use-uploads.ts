import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Upload } from '../../messaging/uploads-protocol.ts'
import { USAGE_KEY } from '../account/use-usage.ts'
import { RECENT_KEY } from '../microsites/use-recent.ts'
import { useServices } from '../services.tsx'

/** The engine's current uploads; undefined until known. Server data that they change is refetched. */
export function useUploads(): Upload[] | undefined {
  const { uploads: client } = useServices()
  const queryClient = useQueryClient()
  const [uploads, setUploads] = useState<Upload[]>()
  useEffect(() => client.watch(setUploads), [client])

  const phases = uploads?.map(({ state }) => state.phase).join(' ')
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: RECENT_KEY })
    void queryClient.invalidateQueries({ queryKey: USAGE_KEY })
  }, [queryClient, phases])
  return uploads
}
