/** Gray placeholder bars in the position and size of text that is loading. */
export function SkeletonLines({ widths = ['100%', '92%', '64%'] }: { widths?: readonly string[] }) {
  return (
    <div aria-hidden className="grid animate-breathe gap-3 py-1.5">
      {widths.map((width, line) => (
        <div key={line} style={{ width }} className="h-3.5 rounded-sm bg-line" />
      ))}
    </div>
  )
}

/** Gray placeholder rows of a list that is loading; `label` names it. */
export function SkeletonRows({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid animate-breathe gap-8">
      {[0, 1].map((row) => (
        <div key={row} className="grid gap-3">
          <div className="h-4 w-1/2 rounded-sm bg-line" />
          <div className="h-3 w-1/3 rounded-sm bg-line" />
          <div className="h-10 rounded bg-line" />
        </div>
      ))}
    </div>
  )
}
