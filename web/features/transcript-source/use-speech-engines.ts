import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { idsOf, TRANSCRIBERS } from '@callfolio/shared/engines.ts'
import { useCapabilities } from '../session/use-capabilities.ts'
import type { ReadyEngine } from './transcribe-again-dialog.tsx'

/** The engines that can listen to a microsite's recording; none when there is no recording. */
export function useSpeechEngines({ video_url: key }: Pick<Microsite, 'video_url'>): ReadyEngine[] {
  const capabilities = useCapabilities()
  if (key === null) return []
  return (capabilities?.transcribers ?? []).flatMap((engine) => {
    const name = idsOf(TRANSCRIBERS).find((known) => known === engine.name)
    return name !== undefined && engine.ready ? [{ ...engine, name }] : []
  })
}
