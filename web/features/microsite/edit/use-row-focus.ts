import { useCallback, useEffect, useRef } from 'react'

/** Puts the focus on a row's control (`[data-row="key"]`) after the rows were drawn anew. */
export function useRowFocus() {
  const list = useRef<HTMLOListElement>(null)
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const control = list.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`)
    wanted.current = null
    control?.focus()
  })
  const focusRow = useCallback((key: number | undefined) => {
    wanted.current = key ?? null
  }, [])
  return { list, focusRow }
}
