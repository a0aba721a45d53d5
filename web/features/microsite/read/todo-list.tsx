import { Check } from 'lucide-react'
import type { OutlineItem } from '@callfolio/shared/microsite-outline.ts'
import { PointText } from './point-text.tsx'
import { useTicks } from './use-ticks.ts'

/** Todos to tick off. The ticks are the reader's own, in this browser. */
export function TodoList({ micrositeId, items }: { micrositeId: string; items: OutlineItem[] }) {
  const { ticked, toggle } = useTicks(micrositeId)
  return (
    <div className="grid grid-cols-1 gap-4">
      <ul className="grid grid-cols-1 gap-3">
        {items.map((item, index) => (
          <li key={index} dir="auto" className="flex gap-3.5">
            <span className="relative mt-[5px] grid size-[18px] shrink-0 place-items-center">
              <input
                type="checkbox"
                aria-label={item.text}
                checked={ticked.has(item.text)}
                onChange={() => toggle(item.text)}
                className="peer absolute -inset-[3px] m-[3px] cursor-pointer appearance-none rounded-sm border-[1.5px] border-line-strong transition-colors duration-150 checked:border-accent-fill checked:bg-accent-fill hover:border-muted"
              />
              <Check
                size={13}
                strokeWidth={3}
                aria-hidden
                className="pointer-events-none relative hidden text-on-accent peer-checked:block"
              />
            </span>
            <PointText item={item} done={ticked.has(item.text)} />
          </li>
        ))}
      </ul>
      {items.some(({ text }) => ticked.has(text)) && (
        <p className="text-13 text-muted">Ticks are yours alone and stay in this browser.</p>
      )}
    </div>
  )
}
