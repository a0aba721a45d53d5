import { type FormEvent, useState } from 'react'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { INPUT } from '@callfolio/shared/ui/field.tsx'
import { hostPattern } from '@callfolio/shared/extension/extension-permissions.ts'
import { addressProblem, parseServerAddress } from '../../settings/server-address.ts'
import { Setting } from './setting.tsx'

export interface ServerSettingProps {
  /** Null: none is chosen. */
  address: string | null
  requestOrigin: (pattern: string) => Promise<boolean>
  saveAddress: (address: string) => Promise<void>
  checkServer: (address: string) => Promise<boolean>
}

/** The form for the server's address. */
export function ServerSetting({ address, requestOrigin, saveAddress, checkServer }: ServerSettingProps) {
  const [typed, setTyped] = useState(address ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [result, setResult] = useState<string | null>(null)

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const parsed = parseServerAddress(typed)
    setProblem(parsed === null ? addressProblem(typed) : null)
    setResult(null)
    if (parsed === null) return
    const allowed = await requestOrigin(hostPattern(parsed))
    await saveAddress(parsed)
    setTyped(parsed)
    setResult(allowed ? await describeServer(parsed, checkServer) : 'Access denied. Save again, then allow access.')
  }

  return (
    <Setting title="Server">
      <form noValidate onSubmit={(event) => void save(event)} className="grid gap-1.5">
        <label htmlFor="address" className="text-13 font-medium">
          Server address
        </label>
        <div className="flex gap-2">
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
            className={`${INPUT} h-10 min-w-0 flex-1 ${problem === null ? '' : 'border-danger!'}`}
          />
          <Button type="submit">Save</Button>
        </div>
        <output id="outcome" className={`block min-h-5 text-13 ${problem === null ? 'text-muted' : 'text-danger'}`}>
          {problem ?? result ?? 'Recordings are uploaded to this server.'}
        </output>
      </form>
    </Setting>
  )
}

async function describeServer(address: string, checkServer: ServerSettingProps['checkServer']): Promise<string> {
  return (await checkServer(address))
    ? 'Saved. The server is ready.'
    : 'Saved, but the server isn’t responding. Check the address.'
}
