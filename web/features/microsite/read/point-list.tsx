import type { OutlineItem } from '@callfolio/shared/microsite-outline.ts'
import { PointText } from './point-text.tsx'

/** Points, each with the moment it comes from. */
export function PointList({ items }: { items: OutlineItem[] }) {
  return (
    <ul className="grid grid-cols-1 gap-3">
      {items.map((item, index) => (
        <li key={index} dir="auto" className="flex gap-3.5">
          <span aria-hidden className="mt-[11px] size-1.5 shrink-0 rounded-full bg-line-strong" />
          <PointText item={item} />
        </li>
      ))}
    </ul>
  )
}
