import { useEffect, useState } from 'react'
import type { PopupProps } from './popup.tsx'

const STATES = {
  asking: { tone: 'neutral', says: (host: string) => `Asking ${host}…` },
  answers: { tone: 'good', says: (host: string) => `${host} is ready` },
  silent: { tone: 'bad', says: (host: string) => `${host} does not answer` },
} as const

/** One line that says whether the server answers, and the way to another one. */
export function ServerLine({ address, checkServer, openOptions }: Pick<PopupProps, 'address' | 'checkServer' | 'openOptions'>) {
  const state = STATES[useServerState(address, checkServer)]
  return (
    <p className="server">
      <span className={`dot ${state.tone}`} aria-hidden="true" />
      <output className="host" title={address}>
        {state.says(new URL(address).host)}
      </output>
      <button type="button" className="link" onClick={() => void openOptions()}>
        Change
      </button>
    </p>
  )
}

function useServerState(address: string, checkServer: PopupProps['checkServer']): keyof typeof STATES {
  const [state, setState] = useState<keyof typeof STATES>('asking')
  useEffect(() => {
    let current = true
    void checkServer(address).then((answers) => current && setState(answers ? 'answers' : 'silent'))
    return () => {
      current = false
    }
  }, [address, checkServer])
  return state
}
