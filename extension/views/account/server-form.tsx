import { useEffect, useId, useState, type SyntheticEvent } from 'react'
import { BRAND } from '@callfolio/shared/brand.ts'
import { hostPattern } from '@callfolio/shared/extension/extension-permissions.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { isOriginAllowed, requestOrigin } from '../../browser/permissions.ts'
import { enteredAddressItem, serverAddressItem } from '../../settings/items.ts'
import { addressProblem, parseServerAddress, serverAnswers } from '../../settings/server-address.ts'

/** The first view without a server: asks for its address. @param note shown below the field until it is submitted. */
export function ServerForm({ note }: { note: string }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const problemId = useId()
  const [isBusy, setBusy] = useState(false)

  async function connect(address: string): Promise<void> {
    setBusy(true)
    if (await serverAnswers(address)) return serverAddressItem.write(address)
    setProblem(`${new URL(address).host} isn’t responding. Check the address.`)
    setBusy(false)
  }
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const address = parseServerAddress(typed)
    setProblem(address === null ? addressProblem(typed) : null)
    if (address === null || isBusy) return
    void enteredAddressItem.write(address)
    if (await requestOrigin(hostPattern(address))) await connect(address)
    else setProblem(`Allow access to ${new URL(address).host} to connect.`)
  }
  useEffect(() => {
    let isShown = true
    void allowedAddress().then((address) => {
      if (address === null || !isShown) return
      setTyped(address)
      void connect(address)
    })
    return () => {
      isShown = false
    }
  }, [])

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div className="grid gap-1.5">
        <TextField
          label={`Your company’s ${BRAND.name} address`}
          type="url"
          inputMode="url"
          autoComplete="url"
          spellCheck={false}
          placeholder="callfolio.example.com"
          {...(problem === null && { hint: note })}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : problemId}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setProblem(null)
          }}
        />
        {problem !== null && (
          <p id={problemId} role="alert" className="text-13 wrap-anywhere text-danger">
            {problem}
          </p>
        )}
      </div>
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Connecting...' : 'Connect'}
      </Button>
    </form>
  )
}

/** The address entered before the browser's question closed the window, if it was allowed. */
async function allowedAddress(): Promise<string | null> {
  const address = await enteredAddressItem.read()
  return address !== null && (await isOriginAllowed(hostPattern(address))) ? address : null
}
