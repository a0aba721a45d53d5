import { Captions, Ellipsis, Hand, MessageSquare, Mic, Phone, Users, Video, type LucideIcon } from 'lucide-react'
import type { CaptionSiteId } from '../../messaging/captions-protocol.ts'

interface Control {
  icon: LucideIcon
  /** As the site writes it under or beside the icon. */
  name?: string
  /** The control to press. */
  isTarget?: true
  leaves?: true
}

const LEAVE: Control = { icon: Phone, leaves: true }
/** Each site's call controls, simplified. */
const CONTROLS: Record<CaptionSiteId, readonly Control[]> = {
  meet: [{ icon: Mic }, { icon: Video }, { icon: Captions, isTarget: true }, { icon: Hand }, LEAVE],
  zoom: [{ icon: Mic }, { icon: Video }, { icon: Captions, name: 'Show captions', isTarget: true }, LEAVE],
  teams: [
    { icon: MessageSquare },
    { icon: Users },
    { icon: Ellipsis, name: 'More', isTarget: true },
    { icon: Mic },
    LEAVE,
  ],
}

/** Where a site's call controls turn captions on. The sentence beside it says the same. */
export function CaptionPicture({ site }: { site: CaptionSiteId }) {
  return (
    <div aria-hidden className="flex w-fit max-w-full items-center gap-1.5 rounded border border-line bg-surface p-2">
      {CONTROLS[site].map(({ icon: Icon, name, isTarget, leaves }, i) => (
        <span
          key={i}
          className={`flex h-8 min-w-8 items-center justify-center gap-1.5 rounded-full px-2 text-13 whitespace-nowrap font-medium ${
            isTarget
              ? 'bg-accent-soft text-accent-text ring-2 ring-accent'
              : leaves
                ? 'bg-danger-soft text-danger'
                : 'bg-raised text-muted'
          }`}
        >
          <Icon size={16} />
          {name}
        </span>
      ))}
    </div>
  )
}
