import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { TranscriptReading } from '@callfolio/shared/captions/read-transcript.ts'
import { STEP } from '@callfolio/shared/progress/steps.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { PermanentFailure } from '../../kernel/errors.ts'
import { describeError } from '../../kernel/loggable-error.ts'
import { checkLength } from '../check-length.ts'
import { NOTICES } from '../notices.ts'
import type { Output } from '../outputs.ts'
import type { WantedTranscript } from '../recording.ts'
import { readyTranscriber } from '../ready-transcriber.ts'
import type { Stage, StageContext } from '../stage.ts'

type Source = NonNullable<Output<'probe'>['source']>

/** Header of the WAV that Media.extractAudio writes, and its 16 kHz × 16 bit. */
const WAV_HEADER_BYTES = 44
const WAV_BYTES_PER_MS = 32

/**
 * Finds the source of the transcript: captions if there are any, otherwise the audio if an engine can transcribe it.
 */
export const speech: Stage<'speech'> = {
  name: 'speech',
  step: STEP.audio,
  weight: 6,
  async run(context) {
    const { source } = context.output('probe')
    const { wanted } = context.recording
    if (wanted !== null) return asWanted(wanted, source, context)
    const given = await readCaptions(source, context)
    const unreadableCaptions = given !== null && !given.isTranscript
    const { segments, notice } = given?.isTranscript ? asSpeech(given) : NOTHING
    if (segments.length > 0) return { kind: 'captions', source: 'captions', segments, notice, unreadableCaptions }
    const embedded = source ? await readEmbedded(source, context) : []
    if (embedded.length > 0)
      return { kind: 'captions', source: 'captions', segments: embedded, notice: null, unreadableCaptions }
    const none = (notice: string) => ({ kind: 'none' as const, notice, unreadableCaptions })
    if (!source) return none(unreadableCaptions ? NOTICES.unreadableCaptions : NOTICES.noSpeech)
    if (!source.info.audio) return none(NOTICES.noAudio)
    if (!(await readyTranscriber(context.parts.transcribers))) return none(NOTICES.noEngine)
    return { ...(await extractAudio(source, context)), unreadableCaptions }
  },
}

/** The owner's request, without a fallback. */
async function asWanted(
  wanted: WantedTranscript,
  source: Source | null,
  context: StageContext,
): Promise<Output<'speech'>> {
  const unreadableCaptions = false
  if (wanted.source === 'given') {
    const given = await readText(wanted.text, source, context)
    return { kind: 'captions', source: 'given', ...asSpeech(given), unreadableCaptions }
  }
  if (!source?.info.audio) throw new PermanentFailure('no_audio')
  if (wanted.source !== 'speakers' && !(await readyTranscriber(context.parts.transcribers, wanted.source)))
    throw new PermanentFailure('engine_missing')
  return { ...(await extractAudio(source, context)), unreadableCaptions }
}

const NOTHING = { segments: [], notice: null }

async function readCaptions(source: Source | null, context: StageContext): Promise<TranscriptReading | null> {
  const { captions } = context.recording
  return captions === null ? null : readText(captions, source, context)
}

function readText(text: string, source: Source | null, context: StageContext): Promise<TranscriptReading> {
  return context.parts.tasks.run('readTranscript', { text, durationMs: source?.info.durationMs ?? null }, context)
}

/** The lines, and notices for their reader. */
function asSpeech({ segments, estimated, left }: TranscriptReading): { segments: Segment[]; notice: string | null } {
  const notices = [...(estimated ? [NOTICES.estimatedTimes] : []), ...(left === null ? [] : [left])]
  return { segments, notice: notices.join(' ') || null }
}

/** The first subtitle track with text in it. A broken one is no reason to lose the recording. */
async function readEmbedded({ key, info }: Source, { parts, recording, signal }: StageContext): Promise<Segment[]> {
  for (const track of info.subtitles) {
    try {
      const text = await parts.storage.withLocalFile(key, (path) =>
        parts.media.extractSubtitles(path, track.index, { signal }),
      )
      const { segments, estimated } = await parts.tasks.run('readTranscript', { text, durationMs: null }, { signal })
      if (segments.length > 0 && !estimated) return segments
    } catch (error) {
      signal.throwIfAborted()
      parts.log.warn(
        { recording: recording.id, track: track.index, error: describeError(error) },
        'a subtitle track could not be read',
      )
    }
  }
  return []
}

async function extractAudio(source: Source, context: StageContext) {
  // Audio is only needed for transcription.
  context.beginLongWork()
  const { parts, recording, workFolder, signal, report } = context
  const output = join(workFolder, 'audio.wav')
  const uploaded = await parts.storage.stat(source.key)
  const key = uploaded ? source.key : (recording.keptKey ?? source.key)
  const known = key === source.key ? { info: source.info } : {}
  await parts.storage.withLocalFile(key, (path) =>
    parts.media.extractAudio(path, output, { signal, onProgress: report, ...known }),
  )
  const { size } = await stat(output)
  const durationMs = Math.max(0, Math.round((size - WAV_HEADER_BYTES) / WAV_BYTES_PER_MS))
  if (durationMs === 0) return { kind: 'none' as const, notice: NOTICES.noSpeech }
  // A recorder's WebM states its length only here, and the engine comes next.
  if (source.info.durationMs === null) checkLength(durationMs, recording.maxVideoSeconds)
  const wavKey = audioKey(recording.folder)
  signal.throwIfAborted()
  await parts.storage.adopt(output, wavKey)
  return { kind: 'audio' as const, wavKey, durationMs }
}

/** Where the audio is stored until the recording is published. */
export function audioKey(folder: string): string {
  return `${folder}audio.wav`
}
