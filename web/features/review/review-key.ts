import type { ReviewAction } from './review-state.ts'

/** What a key stands for; `play` and `finish` are not decisions. */
export type ReviewKey = ReviewAction | { type: 'play' } | { type: 'finish' }

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>

/** What a key means while the items are read; null: nothing here. Enter is the focused button's, which is Keep. */
export function reviewKey({ key, ctrlKey, metaKey, altKey, isComposing }: Keys, current: number): ReviewKey | null {
  if (isComposing || altKey) return null
  if (ctrlKey || metaKey) {
    if (key === 'Enter') return { type: 'finish' }
    return key.toLowerCase() === 'z' ? { type: 'undo' } : null
  }
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case 'ArrowDown':
    case 'j':
      return { type: 'go', to: current + 1 }
    case 'ArrowUp':
    case 'k':
      return { type: 'go', to: current - 1 }
    case 'e':
      return { type: 'edit' }
    case 'x':
    case 'Delete':
    case 'Backspace':
      return { type: 'remove' }
    case 'u':
      return { type: 'undo' }
    case 'p':
      return { type: 'play' }
    default:
      return null
  }
}
