import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { STEP } from '@callfolio/shared/steps.ts'
import { describeError } from '../../kernel/loggable-error.ts'
import type { SpeakerTurn } from '../../speakers/diariser.ts'
import { diariseWithFallback } from '../../speakers/diarise-with-fallback.ts'
import type { RecordedTrack } from '../recording.ts'
import type { TaskInput } from '../../tasks/task-runner.ts'
import type { Stage, StageContext } from '../stage.ts'

/** Says whose the lines are when the transcript does not: by the sides' own tracks, else by the voices. */
export const speakers: Stage<'speakers'> = {
  name: 'speakers',
  step: STEP.transcript,
  weight: 2,
  async run(context) {
    const heard = context.output('transcribe')
    if (heard.segments.length === 0 || heard.segments.some(({ speaker }) => speaker !== null)) return heard
    const { wanted } = context.recording
    const asked = wanted?.source === 'speakers' ? wanted.count : null
    const sides = wanted?.source === 'speakers' ? null : await turnsFromTracks(context)
    const turns = sides ?? (await turnsFromVoices(heard.segments, asked, context))
    if (turns === null) return heard
    const found = new Set(turns.map(({ speaker }) => speaker)).size
    const { parts, signal } = context
    const segments =
      found === 0 ? heard.segments : await parts.tasks.run('nameLines', { segments: heard.segments, turns }, { signal })
    return { segments, info: { ...heard.info, speakers: { from: sides ? 'tracks' : 'voices', found, asked } } }
  },
}

/** Null where nobody has listened: captions come without the audio. */
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

/** Null without both sides' tracks: one alone may hold the other's voice too. */
async function turnsFromTracks(context: StageContext): Promise<SpeakerTurn[] | null> {
  const { tracks, ownName, id } = context.recording
  const [you, them] = (['you', 'them'] as const).map((side) => tracks.find(({ who }) => who === side))
  if (you === undefined || them === undefined) return null
  try {
    const [yours, theirs] = [await loudnessOf(you, context), await loudnessOf(them, context)]
    const sides: TaskInput<'trackTurns'> = [
      { speaker: ownName ?? 'Speaker 1', levels: yours, startMs: you.startMs },
      { speaker: 'Speaker 2', levels: theirs, startMs: them.startMs },
    ]
    return await context.parts.tasks.run('trackTurns', sides, context)
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
