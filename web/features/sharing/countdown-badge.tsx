import { countdown } from '@callfolio/shared/time-left.ts'
import { useNow } from '../../lib/hooks.ts'

/** What is left of a link's life, second by second. */
export function CountdownBadge({ expiresAt }: { expiresAt: string }) {
  const text = countdown(expiresAt, useNow(1000))
  const look = text === 'Expired' ? 'border-danger/25 bg-danger-soft text-danger' : 'border-line bg-surface text-ink'
  return (
    <span
      role="timer"
      aria-label="Time left"
      className={`rounded-full border px-2.5 py-0.5 text-13 font-medium whitespace-nowrap tabular-nums ${look}`}
    >
      {text}
    </span>
  )
}
