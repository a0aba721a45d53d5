import { useEffect, useState } from 'react'
import { TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { listMicrophones, testMicrophone, type Microphone } from '../../recording/capture/microphone.ts'
import { LevelMeter } from './level-meter.tsx'

export interface MicrophoneChoiceProps {
  /** Null: the system default. */
  id: string | null
  onChange: (id: string | null) => void
}

/** Selects the microphone, and shows its level. Nothing until the person has allowed one. */
export function MicrophoneChoice({ id, onChange }: MicrophoneChoiceProps) {
  const microphones = useMicrophones()
  const [isTesting, setTesting] = useState(false)
  if (microphones.length === 0) return null
  const isThere = microphones.some((microphone) => microphone.id === id)
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex items-center gap-3">
        <MicrophoneSelect id={id} microphones={microphones} onChange={onChange} />
        <button
          type="button"
          aria-pressed={isTesting}
          className={`shrink-0 text-13 ${TEXT_LINK}`}
          onClick={() => setTesting(!isTesting)}
        >
          {isTesting ? 'Stop test' : 'Test'}
        </button>
      </div>
      {id !== null && !isThere && (
        <p role="status" className="text-13">
          Your chosen microphone isn’t connected. Choose another one.
        </p>
      )}
      {/* Opened only by a click: the system shows that a microphone is in use, and headsets change their sound. */}
      {isTesting && <TestedLevel key={id} id={isThere ? id : null} />}
    </div>
  )
}

/** Selects the microphone of the running recording. Nothing until the person has allowed one. */
export function LiveMicrophoneChoice({ id, onChange }: MicrophoneChoiceProps) {
  const microphones = useMicrophones()
  return microphones.length > 0 && <MicrophoneSelect id={id} microphones={microphones} onChange={onChange} />
}

function MicrophoneSelect({ id, microphones, onChange }: MicrophoneChoiceProps & { microphones: Microphone[] }) {
  return (
    <select
      aria-label="Microphone"
      value={microphones.some((microphone) => microphone.id === id) ? (id ?? '') : ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      className="h-8 min-w-0 flex-1 truncate rounded-sm border border-line-strong bg-paper pr-7 pl-2 text-13 text-ink"
    >
      <option value="">System default</option>
      {microphones.map((microphone) => (
        <option key={microphone.id} value={microphone.id}>
          {microphone.name}
        </option>
      ))}
    </select>
  )
}

function TestedLevel({ id }: { id: string | null }) {
  const level = useTestedLevel(id)
  return <LevelMeter name="You" level={level} absent="can’t be opened" />
}

function useMicrophones(): Microphone[] {
  const [microphones, setMicrophones] = useState<Microphone[]>([])
  useEffect(() => {
    let isShown = true
    const read = (): void => {
      void listMicrophones().then((found) => isShown && setMicrophones(found))
    }
    read()
    navigator.mediaDevices.addEventListener('devicechange', read)
    return () => {
      isShown = false
      navigator.mediaDevices.removeEventListener('devicechange', read)
    }
  }, [])
  return microphones
}

/** A microphone's level while this is mounted; null if it can't be opened. */
function useTestedLevel(id: string | null): number | null {
  const [level, setLevel] = useState<number | null>(0)
  useEffect(() => {
    let isShown = true
    let frame = 0
    const opened = testMicrophone(id).catch(() => null)
    void opened.then((test) => {
      const draw = (): void => {
        if (!isShown) return
        setLevel(test && test.level())
        frame = requestAnimationFrame(draw)
      }
      if (test === null) setLevel(null)
      else draw()
    })
    return () => {
      isShown = false
      cancelAnimationFrame(frame)
      void opened.then((test) => test?.close())
    }
  }, [id])
  return level
}
