interface ProgressBarProps {
  /** 0–100; more is shown as full. */
  percent: number
  label: string
  thin?: boolean
}

/** A true progress line, announced with its label. */
export function ProgressBar({ percent, label, thin = false }: ProgressBarProps) {
  const value = Math.round(Math.min(100, Math.max(0, percent)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
      className={`overflow-hidden rounded-full bg-line ${thin ? 'h-1' : 'h-2'}`}
    >
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-200 ease-out"
        style={{ width: `${value}%` }}
      />
    </div>
  )
}
