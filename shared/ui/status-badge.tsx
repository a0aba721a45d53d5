import type { MicrositeStatus } from '../contract/microsite.ts'

const LOOKS: Record<MicrositeStatus, { label: string; dot: string }> = {
  processing: { label: 'Processing', dot: 'bg-accent' },
  transcript_ready: { label: 'Transcript ready', dot: 'bg-accent' },
  active: { label: 'Active', dot: 'bg-success' },
  failed: { label: 'Failed', dot: 'bg-danger' },
}

/** A microsite's status as a word and a dot. */
export function StatusBadge({ status }: { status: MicrositeStatus }) {
  const { label, dot } = LOOKS[status]
  return (
    <span className="inline-flex items-center gap-1.5 text-13 whitespace-nowrap text-muted">
      <span aria-hidden className={`size-2 rounded-full ${dot}`} />
      {label}
    </span>
  )
}
