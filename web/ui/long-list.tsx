import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'

/** Items that appear and disappear together. */
const BLOCK = 30
/** Rendered before they are visible, at this distance from the list's edge. */
const MARGIN = '800px'

interface LongListProps<Item> {
  items: readonly Item[]
  /** The scrolling element, which contains only the list. */
  scroller: RefObject<HTMLElement | null>
  /** Estimated height of an item that was never rendered. px */
  itemHeight: number
  /** Renders one item as one element with its key. */
  children: (item: Item, index: number) => ReactNode
}

/** A list of thousands of items that renders only those near the viewport. The rest keep their space. */
export function LongList<Item>({ items, scroller, itemHeight, children }: LongListProps<Item>) {
  return Array.from({ length: Math.ceil(items.length / BLOCK) }, (_, block) => {
    const first = block * BLOCK
    const part = items.slice(first, first + BLOCK)
    return (
      <Block key={block} scroller={scroller} height={part.length * itemHeight} atOnce={block === 0}>
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

interface BlockProps {
  scroller: RefObject<HTMLElement | null>
  height: number
  /** Rendered even if not visible. */
  atOnce: boolean
  children: () => ReactNode
}

function Block({ scroller, height, atOnce, children }: BlockProps) {
  const element = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState(atOnce)
  const [lastHeight, setLastHeight] = useState(height)
  useEffect(() => {
    const block = element.current
    if (block === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const near = entries.at(-1)?.isIntersecting ?? false
        // A focused item stays rendered, or the focus would be lost with it.
        if (!near && block.contains(document.activeElement)) return
        if (!near && block.childElementCount > 0) setLastHeight(block.offsetHeight)
        setDrawn(near)
      },
      { root: scroller.current, rootMargin: MARGIN },
    )
    observer.observe(block)
    return () => observer.disconnect()
  }, [scroller])
  return (
    <div ref={element} style={drawn ? undefined : { height: lastHeight }}>
      {drawn && children()}
    </div>
  )
}
