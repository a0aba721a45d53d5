import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { STEP } from '@callfolio/shared/progress/steps.ts'
import { severalAtOnce } from '../../kernel/concurrency.ts'
import { describeError } from '../../kernel/loggable-error.ts'
import type { MediaInfo } from '../../media/media.ts'
import type { SpeakerTurn } from '../../speakers/diariser.ts'
import { readJson } from '../../storage/read-stored.ts'
import type { Storage } from '../../storage/storage.ts'
import type { TaskInput } from '../../tasks/task-runner.ts'
import { OUTPUTS, outputKey } from '../outputs.ts'
import type { Stage, StageContext } from '../stage.ts'

/** Finds speaker turns from the sides' own tracks, if the transcript won't have speakers. */
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

/** A file with the audio of one side, or one of its tracks. */
interface SoundOfSide {
  key: string
  startMs: number
  /** Null: all of its audio. */
  info: MediaInfo | null
}

async function turnsFromTracks(context: StageContext): Promise<SpeakerTurn[] | null> {
  const { tracks, ownName, id } = context.recording
  const [you, them] = (['you', 'them'] as const).map((side) => tracks.find(({ who }) => who === side))
  try {
    // A single side's track may hold the other's voice too.
    if (you !== undefined && them !== undefined)
      return await compareSides(
        [
          { ...you, info: null },
          { ...them, info: null },
        ],
        [ownName ?? 'Speaker 1', 'Speaker 2'],
        context,
      )
    return await turnsFromFile(context)
  } catch (error) {
    context.signal.throwIfAborted()
    // A broken track is no reason to lose the recording.
    context.parts.log.warn({ recording: id, error: describeError(error) }, 'the audio tracks could not be read')
    return null
  }
}

/**
 * The turns of the two tracks of the recording itself, numbered by first speaker, since it is unknown whose microphone
 * is which. Null if the tracks don't differ, and so aren't sides.
 */
async function turnsFromFile(context: StageContext): Promise<SpeakerTurn[] | null> {
  const { source } = context.output('probe')
  const audio = source?.info.audio
  if (!source || !audio || audio.tracks.length !== 2) return null
  const { parts, recording } = context
  // The mix has replaced the original: the turns of its tracks were stored before.
  if ((await parts.storage.stat(source.key)) === null) return rememberedTurns(recording.folder, parts.storage)
  const [first, second] = audio.tracks.map((track) => ({
    key: source.key,
    startMs: 0,
    info: { ...source.info, audio: { ...audio, tracks: [track] } },
  }))
  if (first === undefined || second === undefined) return null
  const turns = await compareSides([first, second], ['first', 'second'], context)
  const order = [...new Set(turns.map(({ speaker }) => speaker))]
  if (order.length < 2) return null
  return turns.map((turn) => ({ ...turn, speaker: `Speaker ${order.indexOf(turn.speaker) + 1}` }))
}

async function rememberedTurns(folder: string, storage: Storage): Promise<SpeakerTurn[] | null> {
  const remembered = OUTPUTS.sides.safeParse(await readJson(storage, outputKey({ folder, wanted: null }, 'sides')))
  return remembered.success ? remembered.data.turns : null
}

async function compareSides(
  both: readonly [SoundOfSide, SoundOfSide],
  [one, other]: readonly [string, string],
  context: StageContext,
): Promise<SpeakerTurn[]> {
  const levels = await severalAtOnce(both, 2, context.signal, (side, index, signal) =>
    getLoudness(side, join(context.workFolder, `side-${index}.wav`), { ...context, signal }),
  )
  const getSide = (speaker: string, { startMs }: SoundOfSide, own: Float32Array = new Float32Array()) => ({
    speaker,
    levels: own,
    startMs,
  })
  const input: TaskInput<'trackTurns'> = [getSide(one, both[0], levels[0]), getSide(other, both[1], levels[1])]
  return context.parts.tasks.run('trackTurns', input, context)
}

async function getLoudness(
  { key, info }: SoundOfSide,
  wavPath: string,
  { parts, signal }: StageContext,
): Promise<Float32Array> {
  try {
    await parts.storage.withLocalFile(key, (path) =>
      parts.media.extractAudio(path, wavPath, { signal, ...(info && { info }) }),
    )
    return await parts.tasks.run('loudness', resolve(wavPath), { signal })
  } finally {
    await rm(wavPath, { force: true })
  }
}
