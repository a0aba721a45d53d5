import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { AS_TYPED, INPUT } from './field.tsx'
import { copyText } from '../client/clipboard.ts'

interface CopyFieldProps {
  value: string
  label: string
  /** What the text is, for messages about copying. */
  what?: 'Link' | 'Password'
  /** The link doesn't work at present. */
  dimmed?: boolean
  /** After `refused` the text is selected, so that it can be copied by hand. */
  state: 'idle' | 'copied' | 'refused'
  onCopy: () => void
}

/** A text with a copy button. */
export function CopyField({ value, label, what = 'Link', dimmed = false, state, onCopy }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Receiving the focus selects it.
    if (state === 'refused') input.current?.focus()
  }, [state])
  const Icon = state === 'copied' ? Check : Copy
  return (
    <div className="grid min-w-0 gap-1.5">
      <div className="flex min-w-0 gap-2">
        <input
          ref={input}
          readOnly
          value={value}
          aria-label={label}
          onFocus={({ target }) => target.select()}
          className={`${INPUT} h-10 min-w-0 ${AS_TYPED} ${dimmed ? 'border-line! text-muted! line-through' : ''}`}
        />
        <Button variant="secondary" onClick={onCopy} className="w-28 shrink-0">
          <Icon size={16} aria-hidden className={state === 'copied' ? 'text-success' : ''} />
          {state === 'copied' ? 'Copied' : 'Copy'}
          {what === 'Password' && <span className="sr-only"> password</span>}
        </Button>
      </div>
      <p role="status" className={state === 'refused' ? 'text-13 text-muted' : 'sr-only'}>
        {state === 'copied' && `${what} copied.`}
        {state === 'refused' &&
          `The browser blocked copying. The ${what.toLowerCase()} is selected: press Ctrl+C or ⌘C.`}
      </p>
    </div>
  )
}

/** `refused`: the browser rejected it, and the text has to be copied by hand. */
export type CopyState = 'idle' | 'copied' | 'refused'

/**
 * Copies text and keeps the result for a while.
 * @param feedbackMs how long `copied` is shown.
 * @returns the state, and the copy function.
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
