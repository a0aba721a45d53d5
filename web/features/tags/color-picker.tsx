import { Check } from 'lucide-react'
import { TAG_COLORS, type TagColor } from '@callfolio/shared/tag-colors.ts'

const NAMES: Record<TagColor, string> = {
  '#208df3': 'Blue',
  '#10b981': 'Green',
  '#f59e0b': 'Amber',
  '#8b5cf6': 'Violet',
  '#ef4444': 'Red',
  '#06b6d4': 'Cyan',
  '#84cc16': 'Lime',
  '#f97316': 'Orange',
  '#ec4899': 'Pink',
  '#6366f1': 'Indigo',
}

/** One of the ten tag colours. */
export function ColorPicker({ value, onChange }: { value: TagColor; onChange: (color: TagColor) => void }) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-13 font-medium">Color</legend>
      <div className="flex flex-wrap gap-2.5">
        {TAG_COLORS.map((color) => (
          <label
            key={color}
            className="relative grid size-7 cursor-pointer place-items-center rounded-full"
            style={{ background: color }}
          >
            <input
              type="radio"
              name="color"
              value={color}
              aria-label={NAMES[color]}
              checked={color === value}
              onChange={() => onChange(color)}
              className="peer absolute inset-0 cursor-pointer appearance-none rounded-full outline-offset-2 checked:outline-2 checked:outline-ink focus-visible:outline-accent"
            />
            <Check
              size={16}
              strokeWidth={3}
              aria-hidden
              className="pointer-events-none hidden text-black peer-checked:block"
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
