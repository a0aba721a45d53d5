import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { STEP } from '@callfolio/shared/steps.ts'
import { severalAtOnce } from '../../kernel/concurrency.ts'
import { describeError } from '../../kernel/loggable-error.ts'
import type { SpeakerTurn } from '../../speakers/diariser.ts'
import type { TaskInput } from '../../tasks/task-runner.ts'
import type { RecordedTrack } from '../recording.ts'
import type { Stage, StageContext } from '../stage.ts'

/** Finds by the sides' own tracks who speaks when, where the transcript will not say it. */
export const sides: Stage<'sides'> = {
  name: 'sides',
  step: STEP.audio,
  weight: 2,
  async run(context) {
    const speech = context.output('speech')
    const isNamed = speech.kind === 'captions' && speech.segments.some(({ speaker }) => speaker !== null)
    const isAsked = context.recording.wanted?.source !== 'speakers'
    return { turns: isAsked && !isNamed && speech.kind !== 'none' ? await turnsFromTracks(context) : null }
  },
}

/** Null without both sides' tracks: a single one may hold the other's voice too. */
async function turnsFromTracks(context: StageContext): Promise<SpeakerTurn[] | null> {
  const { tracks, ownName, id } = context.recording
  const [you, them] = (['you', 'them'] as const).map((side) => tracks.find(({ who }) => who === side))
  if (you === undefined || them === undefined) return null
  try {
    const levels = await severalAtOnce([you, them], 2, context.signal, (track, _index, signal) =>
      loudnessOf(track, { ...context, signal }),
    )
    const sideOf = (speaker: string, { startMs }: RecordedTrack, own: Float32Array = new Float32Array()) => ({
      speaker,
      levels: own,
      startMs,
    })
    const both: TaskInput<'trackTurns'> = [
      sideOf(ownName ?? 'Speaker 1', you, levels[0]),
      sideOf('Speaker 2', them, levels[1]),
    ]
    return await context.parts.tasks.run('trackTurns', both, context)
  } catch (error) {
    context.signal.throwIfAborted()
    // A broken track is no reason to lose the recording.
    context.parts.log.warn({ recording: id, error: describeError(error) }, 'the audio tracks could not be read')
    return null
  }
}

async function loudnessOf(
  { key, who }: RecordedTrack,
  { parts, workFolder, signal }: StageContext,
): Promise<Float32Array> {
  const wavPath = join(workFolder, `${who}.wav`)
  try {
    await parts.storage.withLocalFile(key, (path) => parts.media.extractAudio(path, wavPath, { signal }))
    return await parts.tasks.run('loudness', resolve(wavPath), { signal })
  } finally {
    await rm(wavPath, { force: true })
  }
}
