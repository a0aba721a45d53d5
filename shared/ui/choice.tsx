import { useId, type ReactNode } from 'react'

interface ChoiceProps<Value extends string> {
  legend: string
  options: readonly { value: Value; text: ReactNode }[]
  /** Null: none is chosen yet. */
  value: Value | null
  onChange: (value: Value) => void
}

/** One of a few options, side by side; scrolls if there are many. */
export function Choice<Value extends string>({ legend, options, value, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-1.5">
      <legend className="mb-1.5 text-13 font-medium">{legend}</legend>
      <div className="-m-1 flex max-h-52 flex-wrap gap-2 overflow-y-auto p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative inline-flex max-w-full min-w-0 cursor-pointer items-center gap-2 rounded border border-line-strong px-3 py-1.5 text-15 transition-colors duration-150 hover:bg-surface has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer appearance-none rounded outline-none"
            />
            {option.text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
