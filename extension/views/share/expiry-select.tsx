import { SHARE_EXPIRY_OPTIONS, type ShareExpiryDays } from '@callfolio/shared/share-expiry.ts'

interface ExpirySelectProps {
  days: ShareExpiryDays
  onChange: (days: ShareExpiryDays) => void
}

/** How long copied links last. */
export function ExpirySelect({ days, onChange }: ExpirySelectProps) {
  return (
    <label className="flex items-center gap-1.5 text-13 text-muted">
      Links last
      <select
        value={days}
        onChange={({ target }) =>
          onChange(SHARE_EXPIRY_OPTIONS.find((option) => String(option.days) === target.value)?.days ?? days)
        }
        className="h-7 rounded-sm border border-line-strong bg-paper pr-7 pl-2 text-13 text-ink"
      >
        {SHARE_EXPIRY_OPTIONS.map((option) => (
          <option key={option.days} value={option.days}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
