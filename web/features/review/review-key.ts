export type ReviewKey = 'add' | 'edit' | 'dismiss' | 'play' | 'undo' | 'next' | 'previous'

const KEYS: Readonly<Record<string, ReviewKey>> = {
  a: 'add',
  e: 'edit',
  d: 'dismiss',
  p: 'play',
  u: 'undo',
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>

/** A key's action when no text field is focused; null: none. */
export function reviewKey({ key, ctrlKey, metaKey, altKey, isComposing }: Pressed): ReviewKey | null {
  if (isComposing || altKey) return null
  const name = key.length === 1 ? key.toLowerCase() : key
  if (ctrlKey || metaKey) return name === 'z' ? 'undo' : null
  return KEYS[name] ?? null
}
