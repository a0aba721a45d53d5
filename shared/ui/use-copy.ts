import { useEffect, useState } from 'react'
import { copyText } from '../client/clipboard.ts'

/** `refused`: the browser took nothing, and the text has to be copied by hand. */
export type CopyState = 'idle' | 'copied' | 'refused'

/**
 * Copies and remembers for a while that it did.
 * @param feedbackMs how long `copied` stays.
 * @returns the state, and the verb, which tells whether the browser took it.
 */
export function useCopy(feedbackMs: number): {
  state: CopyState
  copy: (text: string | Promise<string>) => Promise<boolean>
} {
  const [state, setState] = useState<CopyState>('idle')
  useEffect(() => {
    if (state !== 'copied') return undefined
    const timer = setTimeout(() => setState('idle'), feedbackMs)
    return () => clearTimeout(timer)
  }, [state, feedbackMs])
  return {
    state,
    async copy(text) {
      setState('idle')
      const copied = await copyText(text)
      setState(copied ? 'copied' : 'refused')
      return copied
    },
  }
}
