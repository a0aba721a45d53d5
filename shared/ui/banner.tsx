import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const TONES = {
  info: { icon: Info, frame: 'border-line bg-surface', mark: 'text-muted', role: 'note' },
  warning: { icon: TriangleAlert, frame: 'border-line-strong bg-surface', mark: 'text-ink', role: 'note' },
  success: { icon: CircleCheck, frame: 'border-success/25 bg-success-soft', mark: 'text-success', role: 'status' },
  danger: { icon: TriangleAlert, frame: 'border-danger/25 bg-danger-soft', mark: 'text-danger', role: 'alert' },
} as const

interface BannerProps {
  tone?: keyof typeof TONES
  children: ReactNode
  /** Buttons or links that belong to the message. */
  actions?: ReactNode
}

/** One message in the flow of the page; `danger` and `success` are announced. */
export function Banner({ tone = 'info', children, actions }: BannerProps) {
  const { icon: Icon, frame, mark, role } = TONES[tone]
  return (
    <div
      role={role}
      className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded border px-4 py-3 text-15 ${frame}`}
    >
      <div className="flex min-w-0 flex-1 basis-64 gap-3">
        <Icon size={18} aria-hidden className={`mt-0.5 shrink-0 ${mark}`} />
        <div className="min-w-0 break-words">{children}</div>
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}
