import { useTags } from './use-tags.ts'

/** The tags of a microsite, each as its dot with its name. */
export function TagMarks({ names }: { names: readonly string[] }) {
  const { data: tags } = useTags()
  const colors = new Map(tags?.map(({ name, color }) => [name, color]))
  return names.map((name) => (
    <span key={name} className="inline-flex max-w-full min-w-0 items-center gap-1.5 text-13 text-ink">
      <TagDot color={colors.get(name)} />
      <span dir="auto" className="truncate">
        {name}
      </span>
    </span>
  ))
}

/** A tag's color; undefined: unknown. */
export function TagDot({ color }: { color: string | undefined }) {
  return (
    <span
      aria-hidden
      style={{ background: color ?? 'var(--line-strong)' }}
      className="size-2.5 shrink-0 rounded-full"
    />
  )
}
