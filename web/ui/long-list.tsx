import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'

/** Items that appear and disappear together: whole rows of one, two or three columns. */
const BLOCK = 12
/** Rendered before they are visible, at this distance from the list's edge. */
const MARGIN = '800px'
const PAGE = { current: null }

interface LongListProps<Item> {
  items: readonly Item[]
  /** The scrolling element, which contains only the list; without it, the page scrolls. */
  scroller?: RefObject<HTMLElement | null>
  /** Estimated height of an item that was never rendered, divided by the columns. px */
  itemHeight: number
  /** Of the element around rendered items. */
  className?: string
  /** Renders one item as one element with its key. */
  children: (item: Item, index: number) => ReactNode
}

/** A list of thousands of items that renders only those near the viewport. The rest keep their space. */
export function LongList<Item>({ items, scroller = PAGE, itemHeight, className, children }: LongListProps<Item>) {
  return Array.from({ length: Math.ceil(items.length / BLOCK) }, (_, block) => {
    const first = block * BLOCK
    const part = items.slice(first, first + BLOCK)
    return (
      <Block
        key={block}
        scroller={scroller}
        height={part.length * itemHeight}
        atOnce={block === 0}
        className={className}
      >
        {() => part.map((item, index) => children(item, first + index))}
      </Block>
    )
  })
}

/** Position of a LongList item: its element, or the placeholder while it is not rendered. */
export function getPlace(scroller: HTMLElement | null, index: number): { element: Element; drawn: boolean } | null {
  const block = scroller?.children[Math.floor(index / BLOCK)]
  if (block === undefined) return null
  const item = block.children[index % BLOCK]
  return { element: item ?? block, drawn: item !== undefined }
}

/** Whether a block has the focus, which would be lost with it, or has opened the dialog that has it. */
function isInUse(block: Element): boolean {
  const focused = document.activeElement
  const dialog = focused?.closest('[role=dialog], [role=alertdialog]')
  return block.contains(focused) || dialog?.contains(block) === false
}

interface BlockProps {
  scroller: RefObject<HTMLElement | null>
  height: number
  /** Rendered even if not visible. */
  atOnce: boolean
  className: string | undefined
  children: () => ReactNode
}

function Block({ scroller, height, atOnce, className, children }: BlockProps) {
  const element = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState(atOnce)
  const [lastHeight, setLastHeight] = useState<number | null>(null)
  useEffect(() => {
    const block = element.current
    if (block === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const near = entries.at(-1)?.isIntersecting ?? false
        if (!near && isInUse(block)) return
        if (!near && block.childElementCount > 0) setLastHeight(block.offsetHeight)
        setDrawn(near)
      },
      { root: scroller.current, rootMargin: MARGIN },
    )
    observer.observe(block)
    return () => observer.disconnect()
  }, [scroller])
  return (
    <div ref={element} className={className} style={drawn ? undefined : { height: lastHeight ?? height }}>
      {drawn && children()}
    </div>
  )
}
