import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { AUTH_TEXTS } from '@callfolio/shared/client/credentials.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { TextField } from '@callfolio/shared/ui/field.tsx'

interface CodeFormProps {
  label?: string
  inputMode?: 'numeric' | 'text'
  /** It replaces the button the user just pressed, and takes its focus. */
  takesFocus?: boolean
  /** @returns an error sentence if the code was rejected, else null. */
  check: (code: string) => Promise<string | null>
  onDone: () => void
}

/** Asks for a code and verifies it. */
export function CodeForm({ label = 'Code', inputMode = 'numeric', takesFocus = false, check, onDone }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (code.trim() === '') return setProblem(AUTH_TEXTS.required)
    if (busy) return undefined
    setBusy(true)
    const refusal = await check(code.trim()).catch(() => AUTH_TEXTS.unexpected)
    setBusy(false)
    setProblem(refusal)
    return refusal === null ? onDone() : undefined
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-6 grid gap-4">
      <TextField
        ref={input}
        label={label}
        name="code"
        inputMode={inputMode}
        autoComplete="one-time-code"
        required
        value={code}
        onChange={(event) => {
          setCode(event.target.value)
          setProblem(null)
        }}
      />
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <Button type="submit" disabled={busy}>
        {busy ? 'Checking...' : 'Continue'}
      </Button>
    </form>
  )
}
