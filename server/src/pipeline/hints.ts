import type { Recording } from './recording.ts'

/**
 * The owner's words for the call are likely to be said in it. Names come first, because the rest may be long. @returns
 * null: none.
 */
export function getHints({
  title,
  names,
  description,
}: Pick<Recording, 'title' | 'names' | 'description'>): string | null {
  const others = names.filter((name) => !title?.includes(name))
  return [title, others.join(', '), description].filter(Boolean).join('. ') || null
}
