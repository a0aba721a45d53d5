import { Pin, PinOff } from 'lucide-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  micrositeRetentionSchema,
  RETENTION_PATHS,
  type MicrositeRetention,
} from '@callfolio/shared/contract/retention.ts'
import { formatDay } from '@callfolio/shared/format.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { useServices } from '../../../lib/services.tsx'
import { useToast } from '../../../ui/toaster.tsx'

/**
 * Shows the owner how long this call is kept, with a button to keep it for good. Nothing if nothing is ever removed.
 */
export function KeptNotice({ micrositeId }: { micrositeId: string }) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  const key = ['kept', micrositeId]
  const path = RETENTION_PATHS.microsite(micrositeId)
  const { data: kept } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.request(path, micrositeRetentionSchema, { signal }),
  })
  const pin = useMutation({
    mutationFn: (pinned: boolean) => api.request(path, micrositeRetentionSchema, { method: 'PUT', body: { pinned } }),
    onSuccess: (state) => queryClient.setQueryData(key, state),
    onError: (error) => toast({ tone: 'danger', text: error.message }),
  })
  const text = kept && keptSentence(kept)
  if (!kept || !text) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded border border-line px-4 py-3">
      <p className="text-13 text-muted tabular-nums">{text}</p>
      <Button variant="secondary" size="sm" disabled={pin.isPending} onClick={() => pin.mutate(!kept.pinned)}>
        {kept.pinned ? <PinOff size={14} aria-hidden /> : <Pin size={14} aria-hidden />}
        {kept.pinned ? 'Unpin' : 'Pin'}
      </Button>
    </div>
  )
}

/** Null: nothing to show. */
export function keptSentence({
  pinned,
  media_until: media,
  transcript_until: transcript,
  page_until: page,
}: MicrositeRetention): string | null {
  if (pinned) return 'Pinned: your retention settings don’t apply.'
  const parts = [
    ['recording', media],
    ['transcript', transcript],
    ['microsite and links', page],
  ] as const
  const days = new Map<string, string[]>()
  for (const [what, until] of parts)
    if (until !== null) days.set(formatDay(until), [...(days.get(formatDay(until)) ?? []), what])
  if (days.size === 0) return null
  return `Kept until ${[...days].map(([day, what]) => `${day} (${what.join(', ')})`).join(', ')}, based on your retention settings.`
}
