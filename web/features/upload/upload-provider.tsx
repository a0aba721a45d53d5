import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { createDiscards } from '@callfolio/shared/client/uploads/discards.ts'
import type { UploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import { useServices } from '../../lib/services.tsx'
import { refreshLists } from '../library/use-microsite.ts'
import { useAuth } from '../session/auth-provider.tsx'
import { createUploadSender } from './upload-sender.ts'
import { afterShown, IDLE, type UploadState } from './upload-state.ts'

interface UploadControls {
  state: UploadState
  /** Sends a new or unfinished entry; `file` is not needed once all bytes have arrived. */
  begin: (entry: UploadEntry, file: File | null, durationSeconds: number | null) => void
  /**
   * Sends new entries one after another; resolves when they are in the journal. Starting another one ends the rest's
   * turn.
   */
  beginAll: (calls: { entry: UploadEntry; file: File }[]) => Promise<void>
  /** Stops sending; the upload stays in the journal. */
  pause: () => void
  /** The file of an upload started in this tab: it need not be chosen again while the tab is open. */
  getFile: (entry: UploadEntry) => File | null
  /** Forgets an interrupted upload, locally at once and on the server as soon as it answers. */
  discard: (entry: UploadEntry) => Promise<void>
  /** Reports that the started job has its own view now. */
  markShown: () => void
}

const UploadContext = createContext<UploadControls | null>(null)

/** The one upload of this tab. It is above the screens, so that it continues during navigation. */
export function UploadProvider({ children }: { children: ReactNode }) {
  const services = useServices()
  const queryClient = useQueryClient()
  const { user } = useAuth()
  const [state, setState] = useState(IDLE)
  const sender = useMemo(() => createUploadSender(services, setState), [services])

  const discards = useMemo(() => createDiscards({ journal: services.journal, connect: () => services }), [services])
  const files = useRef(new Map<string, File>())
  const getFile = useCallback((entry: UploadEntry) => files.current.get(entry.id) ?? null, [])
  const discard = useCallback(
    async (entry: UploadEntry) => {
      files.current.delete(entry.id)
      await discards.add(entry)
    },
    [discards],
  )
  const round = useRef(0)
  const pause = useCallback(() => {
    round.current += 1
    sender.pause()
  }, [sender])
  const markShown = useCallback(() => setState(afterShown), [])
  const sendOne = useCallback(
    (...call: Parameters<UploadControls['begin']>) =>
      sender.begin(...call).finally(() => {
        refreshUnfinished(queryClient)
        refreshLists(queryClient)
      }),
    [sender, queryClient],
  )
  const begin = useCallback<UploadControls['begin']>(
    (entry, file, durationSeconds) => {
      round.current += 1
      if (file !== null) files.current.set(entry.id, file)
      void sendOne(entry, file, durationSeconds)
    },
    [sendOne],
  )
  const beginAll = useCallback<UploadControls['beginAll']>(
    async (calls) => {
      const mine = (round.current += 1)
      for (const { entry, file } of calls) {
        files.current.set(entry.id, file)
        await services.journal.put(entry)
      }
      const sendInTurn = async () => {
        for (const { entry, file } of calls)
          if (round.current === mine && files.current.has(entry.id)) await sendOne(entry, file, null)
      }
      void sendInTurn()
    },
    [sendOne, services],
  )

  // An upload stops when its user signs out; the journal keeps it for them.
  const userId = user?.id
  useEffect(() => (userId === undefined ? undefined : pause), [userId, pause])
  useEffect(() => (userId === undefined ? undefined : void discards.resume(userId)), [userId, discards])
  useLeaveWarning(state.phase === 'uploading' || state.phase === 'starting')

  const controls = useMemo(
    () => ({ state, begin, beginAll, pause, getFile, discard, markShown }),
    [state, begin, beginAll, pause, getFile, discard, markShown],
  )
  return <UploadContext value={controls}>{children}</UploadContext>
}

/** The upload of this tab. Throws outside its provider. */
export function useUpload(): UploadControls {
  const controls = use(UploadContext)
  if (controls === null) throw new Error('useUpload must be used within an UploadProvider')
  return controls
}

/** Makes the browser ask before the page is closed. */
function useLeaveWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [active])
}

export const UNFINISHED_KEY = ['unfinished-uploads']

/** Refetches the list of unfinished uploads. */
export function refreshUnfinished(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: UNFINISHED_KEY })
}
