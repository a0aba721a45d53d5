import { AudioLines } from 'lucide-react'
import { formatClock } from '@callfolio/shared/format.ts'

/** A frame of the video with its length; a quiet mark where there is none. */
export function Poster({ url, durationMs }: { url: string | null; durationMs: number | null }) {
  return (
    <div className="relative grid aspect-video place-items-center overflow-hidden rounded border border-line bg-surface text-line-strong">
      {url === null ? (
        <AudioLines size={28} aria-hidden />
      ) : (
        <img src={url} alt="" loading="lazy" className="size-full object-cover" />
      )}
      {durationMs !== null && (
        <span className="absolute right-2 bottom-2 rounded-sm bg-black/75 px-1.5 text-13 font-medium text-white tabular-nums">
          {formatClock(durationMs)}
        </span>
      )}
    </div>
  )
}
