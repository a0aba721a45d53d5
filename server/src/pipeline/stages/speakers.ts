import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { STEP } from '@callfolio/shared/progress/steps.ts'
import type { SpeakerTurn } from '../../speakers/diariser.ts'
import { diariseWithFallback } from '../../speakers/diarise-with-fallback.ts'
import type { Stage, StageContext } from '../stage.ts'

/** Assigns lines to speakers when the transcript does not: by the sides' own tracks, otherwise by voice. */
export const speakers: Stage<'speakers'> = {
  name: 'speakers',
  step: STEP.transcript,
  weight: 2,
  async run(context) {
    const transcribed = context.output('transcribe')
    if (transcribed.segments.length === 0 || transcribed.segments.some(({ speaker }) => speaker !== null))
      return transcribed
    const { wanted } = context.recording
    const asked = wanted?.source === 'speakers' ? wanted.count : null
    const { turns: sides } = context.output('sides')
    const turns = sides ?? (await turnsFromVoices(transcribed.segments, asked, context))
    if (turns === null) return transcribed
    const found = new Set(turns.map(({ speaker }) => speaker)).size
    const { parts, signal } = context
    const segments =
      found === 0
        ? transcribed.segments
        : await parts.tasks.run('nameLines', { segments: transcribed.segments, turns }, { signal })
    return { segments, info: { ...transcribed.info, speakers: { from: sides ? 'tracks' : 'voices', found, asked } } }
  },
}

/** Null if nothing was transcribed: captions come without the audio. */
async function turnsFromVoices(
  segments: readonly Segment[],
  count: number | null,
  { output, parts, workFolder, signal }: StageContext,
): Promise<SpeakerTurn[] | null> {
  const speech = output('speech')
  if (speech.kind !== 'audio') return null
  const { durationMs, wavKey } = speech
  return parts.storage.withLocalFile(wavKey, (wavPath) =>
    diariseWithFallback(
      { wavPath, durationMs, segments, count, workFolder },
      { diarisers: parts.diarisers, log: parts.log, signal },
    ),
  )
}
