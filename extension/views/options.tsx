import { type FormEvent, useState } from 'react'
import { DEFAULT_SERVER_ADDRESS, parseServerAddress, permissionPattern } from '../connection/server-address.ts'

export interface OptionsProps {
  address: string
  requestOrigin: (pattern: string) => Promise<boolean>
  saveAddress: (address: string) => Promise<void>
  checkServer: (address: string) => Promise<boolean>
}

const NOT_AN_ADDRESS = `Enter the address of a server, for example ${DEFAULT_SERVER_ADDRESS}.`

/** The form for the server's address. */
export function Options({ address, requestOrigin, saveAddress, checkServer }: OptionsProps) {
  const [typed, setTyped] = useState(address)
  const [problem, setProblem] = useState<string | null>(null)
  const [result, setResult] = useState<string | null>(null)

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const parsed = parseServerAddress(typed)
    setProblem(parsed === null ? NOT_AN_ADDRESS : null)
    setResult(null)
    if (parsed === null) return
    const allowed = await requestOrigin(permissionPattern(parsed))
    await saveAddress(parsed)
    setTyped(parsed)
    setResult(allowed ? await describeServer(parsed, checkServer) : 'Saved. Without the permission the extension can’t tell whether the server answers.')
  }

  return (
    <form className="options" noValidate onSubmit={(event) => void save(event)}>
      <label htmlFor="address">Server address</label>
      <p className="hint">Recordings are uploaded to this server.</p>
      <div className="row">
        <input
          id="address"
          type="url"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(null)
          }}
          aria-invalid={problem !== null}
          aria-describedby="outcome"
          spellCheck={false}
        />
        <button type="submit" className="primary">
          Save
        </button>
      </div>
      <output id="outcome" className={problem === null ? 'hint' : 'problem'}>
        {problem ?? result}
      </output>
    </form>
  )
}

async function describeServer(address: string, checkServer: OptionsProps['checkServer']): Promise<string> {
  return (await checkServer(address)) ? 'Saved. The server is ready.' : 'Saved, but the server does not answer.'
}
