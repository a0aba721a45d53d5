/** Cards in the size of what comes. */
export function ListSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading microsites"
      className="grid animate-breathe gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3"
    >
      {[0, 1, 2].map((card) => (
        <div key={card} className="grid gap-3">
          <div className="aspect-video rounded bg-line" />
          <div className="h-4 w-3/4 rounded-sm bg-line" />
          <div className="h-3 w-1/2 rounded-sm bg-line" />
          <div className="h-8 w-2/3 rounded bg-line" />
        </div>
      ))}
    </div>
  )
}
