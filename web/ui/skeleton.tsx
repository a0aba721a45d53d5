/** Grey bars in the place and size of text that is still coming. */
export function SkeletonLines({ widths = ['100%', '92%', '64%'] }: { widths?: readonly string[] }) {
  return (
    <div aria-hidden className="grid animate-breathe gap-3 py-1.5">
      {widths.map((width, line) => (
        <div key={line} style={{ width }} className="h-3.5 rounded-sm bg-line" />
      ))}
    </div>
  )
}
