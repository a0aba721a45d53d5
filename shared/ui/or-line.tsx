/** A divider between alternatives. */
export function OrLine() {
  return (
    <p
      aria-hidden
      className="flex items-center gap-3 text-13 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
    >
      or
    </p>
  )
}
