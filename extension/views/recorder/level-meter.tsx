export interface LevelMeterProps {
  name: string
  /** 0 to 1; null: no audio. */
  level: number | null
  /** Why there is no audio. */
  absent: string
}

/** A track's current level. */
export function LevelMeter({ name, level, absent }: LevelMeterProps) {
  return (
    <div className="grid grid-cols-[3rem_1fr] items-center gap-2 text-13">
      <span>{name}</span>
      {level === null ? (
        <span className="text-muted">{absent}</span>
      ) : (
        <div
          role="meter"
          aria-label={`Level: ${name}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(level * 100)}
          className="h-1.5 overflow-hidden rounded-full bg-line"
        >
          <div
            className="h-full origin-left rounded-full bg-success transition-transform duration-100"
            style={{ transform: `scaleX(${level})` }}
          />
        </div>
      )}
    </div>
  )
}
