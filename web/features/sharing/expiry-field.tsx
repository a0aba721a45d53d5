import { formatMoment } from '@callfolio/shared/format.ts'
import { SHARE_EXPIRY_OPTIONS, type ShareExpiryDays } from '@callfolio/shared/share-expiry.ts'
import { Field, INPUT } from '@callfolio/shared/ui/field.tsx'
import { useNow } from '../../lib/hooks.ts'

const MINUTE_MS = 60_000

interface ExpiryFieldProps {
  /** When the link ends now. */
  expiresAt: string
  /** Null: it stays so. */
  days: ShareExpiryDays | null
  onChange: (days: ShareExpiryDays | null) => void
}

/** Keeps a link's end or sets another, counted from now. */
export function ExpiryField({ expiresAt, days, onChange }: ExpiryFieldProps) {
  const choose = (value: string) =>
    onChange(SHARE_EXPIRY_OPTIONS.find((option) => String(option.days) === value)?.days ?? null)
  const over = new Date(expiresAt) <= useNow(MINUTE_MS)
  return (
    <Field
      label="Link expires"
      hint={over && days === null ? 'It is over. Choose another end and the link works again.' : undefined}
    >
      {(id, hintId) => (
        <select
          id={id}
          aria-describedby={hintId}
          value={days ?? ''}
          onChange={({ target }) => choose(target.value)}
          className={`${INPUT} h-10 pl-2`}
        >
          <option value="">
            {over ? 'Expired' : 'Stays'}: {formatMoment(expiresAt)}
          </option>
          {SHARE_EXPIRY_OPTIONS.map((option) => (
            <option key={option.days} value={option.days}>
              {option.label} from now
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
