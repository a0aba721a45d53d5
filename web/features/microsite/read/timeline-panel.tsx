import { SpokenLines } from './spoken-lines.tsx'
import { Timeline } from './timeline.tsx'

/** Below the video on a wide screen: the lines being spoken, or all of them. */
export function SpokenPanel({ expanded }: { expanded: boolean }) {
  return (
    <section
      aria-label="Timeline"
      className={`flex min-h-0 flex-col overflow-hidden rounded border border-line ${expanded ? 'flex-1' : ''}`}
    >
      {expanded ? <Timeline /> : <SpokenLines />}
    </section>
  )
}
