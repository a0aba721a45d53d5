/** A tag's colour; undefined: not known. */
export function TagDot({ color }: { color: string | undefined }) {
  return (
    <span
      aria-hidden
      style={{ background: color ?? 'var(--line-strong)' }}
      className="size-2.5 shrink-0 rounded-full"
    />
  )
}
