import { Mic } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import type { WaitingRecording } from '../../recording/control/recorder-client.ts'

/** Requests the microphone, once: the browser shows its prompt only on a visible page. */
export function MicrophoneQuestion({ recording }: { recording: WaitingRecording }) {
  const [isRefused, setRefused] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const start = async (microphone: boolean): Promise<void> => {
    const answer = await recording.start(microphone)
    if (!answer.started) setProblem(answer.problem)
  }
  const ask = async (): Promise<void> => {
    if (await recording.ask()) await start(true)
    else setRefused(true)
  }

  return (
    <main className="mx-auto grid max-w-md gap-4 px-6 py-16">
      <Mic size={28} aria-hidden className="text-muted" />
      <h1 className="text-28 font-semibold">Record your voice too</h1>
      <p className="text-17">
        The call’s audio doesn’t include your voice. Allow microphone access to add it. Recording starts right after.
      </p>
      {isRefused && (
        <Banner tone="warning">Microphone access is blocked. Allow it in the address bar, or record without it.</Banner>
      )}
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void ask()}>Allow microphone</Button>
        <Button variant="secondary" onClick={() => void start(false)}>
          Record without it
        </Button>
      </div>
    </main>
  )
}
