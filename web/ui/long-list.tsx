import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'

/** Items that come and go together. */
const BLOCK = 30
/** Drawn before they are seen, as far from the list's edge. */
const MARGIN = '800px'

interface LongListProps<Item> {
  items: readonly Item[]
  /** The element that scrolls; the list is all that is in it. */
  scroller: RefObject<HTMLElement | null>
  /** A guess at the height of an item that was never drawn. px */
  itemHeight: number
  /** Draws one item as one element with its key. */
  children: (item: Item, index: number) => ReactNode
}

/** A list of thousands of which only what is near the visible part is drawn. The rest keeps its place. */
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

/** Where an item of a LongList stands: its element, or the block that holds its place while it is not drawn. */
export function placeOf(scroller: HTMLElement | null, index: number): { element: Element; drawn: boolean } | null {
  const block = scroller?.children[Math.floor(index / BLOCK)]
  if (block === undefined) return null
  const item = block.children[index % BLOCK]
  return { element: item ?? block, drawn: item !== undefined }
}

interface BlockProps {
  scroller: RefObject<HTMLElement | null>
  height: number
  /** Drawn without waiting to be seen. */
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
        // What has the focus stays, or the focus would be lost with it.
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
