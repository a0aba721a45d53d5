import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { useCapabilities } from '../../lib/use-capabilities.ts'
import { engineUse, type EngineUse } from './engine-use.ts'

/** Which AI provider gets what on this server, or that none does: as it is set up now. */
export function EngineFacts() {
  const capabilities = useCapabilities()
  if (capabilities === undefined) return <SkeletonLines widths={['100%', '72%']} />
  return <p>{sentenceFor(engineUse(capabilities))}</p>
}

function sentenceFor({ hearsSpeech, speechHost, analysisHost }: EngineUse): string {
  if (speechHost === null && analysisHost === null) {
    return `As this server is set up now, no third party takes part: ${hearsSpeech ? 'speech recognition and analysis run' : 'the analysis runs'} on the server itself, and neither sound nor text leaves it.${hearsSpeech ? '' : ' It has no speech recognition; transcripts come from the caption files that you add.'}`
  }
  const parts = [
    ...(speechHost === null ? [] : [`the sound of a recording is sent to ${speechHost} to be transcribed`]),
    ...(analysisHost === null ? [] : [`its transcript is sent to ${analysisHost} to be analysed`]),
  ]
  return `As this server is set up now, ${parts.join(', and ')}. These are third-party AI providers; what they do with it is governed by their own terms. The video itself is not sent to them.`
}
