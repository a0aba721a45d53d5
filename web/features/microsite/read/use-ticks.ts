import { useState } from 'react'

const keyOf = (micrositeId: string) => `callfolio.ticks.${micrositeId}`

/** The todos of a microsite that were ticked in this browser, by their text. */
export function useTicks(micrositeId: string): { ticked: ReadonlySet<string>; toggle: (text: string) => void } {
  const [ticked, setTicked] = useState(() => readTicks(micrositeId))
  return {
    ticked,
    toggle(text) {
      const next = new Set(ticked)
      if (!next.delete(text)) next.add(text)
      setTicked(next)
      writeTicks(micrositeId, next)
    },
  }
}

function readTicks(micrositeId: string): Set<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(micrositeId)) ?? '[]')
    return new Set(Array.isArray(stored) ? stored.filter((text) => typeof text === 'string') : [])
  } catch {
    return new Set()
  }
}

/** A browser that stores nothing keeps the ticks until the page is left. */
function writeTicks(micrositeId: string, ticked: ReadonlySet<string>): void {
  try {
    if (ticked.size === 0) localStorage.removeItem(keyOf(micrositeId))
    else localStorage.setItem(keyOf(micrositeId), JSON.stringify([...ticked]))
  } catch {
    // Full or forbidden.
  }
}
