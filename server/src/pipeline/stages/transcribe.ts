import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { STEP } from '@callfolio/shared/progress/steps.ts'
import { PermanentFailure } from '../../kernel/errors.ts'
import { cutWav } from '../../media/wav.ts'
import { readJson } from '../../storage/read-stored.ts'
import { sentenceLines } from '../../transcription/sentence-lines.ts'
import { languageSample } from '../../transcription/spoken-language.ts'
import type { PieceCache, Transcriber, Transcript } from '../../transcription/transcriber.ts'
import { countedTime } from '../counted-time.ts'
import { joinTranscripts, matchingParts, readEarlyParts, textBefore, type EarlyPart } from '../early-parts.ts'
import { getHints } from '../hints.ts'
import { NOTICES } from '../notices.ts'
import { outputKey, OUTPUTS, type Output } from '../outputs.ts'
import { readyTranscriber } from '../ready-transcriber.ts'
import type { Stage, StageContext } from '../stage.ts'

/** Silence at the end of a recording, too short for speech. */
const SHORTEST_REST_MS = 300

/**
 * Transcribes what `speech` found. One engine transcribes, and its result is final: no other engine and no third party
 * is asked after it.
 */
export const transcribe: Stage<'transcribe'> = {
  name: 'transcribe',
  step: STEP.transcription,
  weight: 45,
  async run(context) {
    const transcript = await getText(context)
    const language = transcript.info.language ?? (await spokenLanguage(transcript, context))
    return { ...transcript, info: { ...transcript.info, language } }
  },
}

async function getText(context: StageContext): Promise<Transcript> {
  const found = context.output('speech')
  if (found.kind === 'captions')
    return {
      segments: found.segments,
      info: { source: found.source, draft: false, language: context.recording.language, notice: found.notice },
    }
  if (found.kind === 'none') return nothing(found.notice)
  return listen(found, context)
}

/** Detects the language from the text if neither the owner nor the engine names it. */
async function spokenLanguage({ segments }: Transcript, context: StageContext): Promise<string | null> {
  return segments.length === 0
    ? null
    : context.parts.tasks.run('detectLanguage', languageSample(segments), { signal: context.signal })
}

async function listen(audio: Extract<Output<'speech'>, { kind: 'audio' }>, context: StageContext): Promise<Transcript> {
  const { wanted } = context.recording
  if (wanted?.source === 'speakers') return readStoredTranscript(wanted.of, context)
  const transcriber = await readyTranscriber(
    context.parts.transcribers,
    wanted === null || wanted.source === 'given' ? null : wanted.source,
  )
  if (!transcriber) return nothing(NOTICES.noEngine)
  const { durationMs } = audio
  return context.parts.storage.withLocalFile(audio.wavKey, async (wavPath) => {
    const early = await earlyParts({ wavPath, durationMs, engine: transcriber.name }, context)
    const doneMs = early.at(-1)?.endMs ?? 0
    const onProgress = (restMs: number) =>
      context.report((doneMs + restMs) / durationMs, countedTime('transcribed', doneMs + restMs, durationMs))
    onProgress(0)
    if (early.length > 0 && durationMs - doneMs < SHORTEST_REST_MS) return withSpeech(joinTranscripts(early))
    const before = textBefore(early)
    const transcript = await transcribeFrom(doneMs, { wavPath, durationMs, before, transcriber, onProgress }, context)
    const joined = early.length === 0 ? transcript : joinTranscripts([...early, { startMs: doneMs, transcript }])
    return withSpeech(joined, transcript.info.notice)
  })
}

/** The parts transcribed during the upload, if a transcription now would use the same settings. */
async function earlyParts(
  whole: { wavPath: string; durationMs: number; engine: string },
  { recording, parts, signal }: StageContext,
): Promise<EarlyPart[]> {
  const { sourceKey, wanted, language } = recording
  // Parts were transcribed without knowing the language.
  if (sourceKey === null || wanted !== null || language !== null) return []
  const found = await readEarlyParts(parts.storage, sourceKey)
  const matching = await matchingParts(found, whole, parts, signal)
  if (found.length > 0)
    parts.log.info(
      { recording: recording.id, found: found.length, used: matching.length },
      'parts were transcribed early',
    )
  return matching
}

interface Rest {
  wavPath: string
  durationMs: number
  /** The preceding speech. */
  before: string
  transcriber: Transcriber
  onProgress: (doneMs: number) => void
}

/** Transcribes the recording's audio from an offset. @returns times relative to it. */
async function transcribeFrom(
  startMs: number,
  { wavPath, durationMs, before, transcriber, onProgress }: Rest,
  context: StageContext,
): Promise<Transcript> {
  const workFolder = join(context.workFolder, 'speech')
  await mkdir(workFolder)
  const restPath = join(context.workFolder, 'rest.wav')
  if (startMs > 0) await cutWav(wavPath, { startMs, endMs: durationMs }, restPath)
  const memory = getMemory(context, startMs)
  const startedAt = context.parts.clock().getTime()
  const transcript = await transcriber.transcribe(
    {
      wavPath: startMs > 0 ? restPath : wavPath,
      durationMs: durationMs - startMs,
      language: context.recording.language,
      workFolder,
      hints: getHints(context.recording),
      ...(before === '' ? {} : { before }),
      memory,
    },
    { signal: context.signal, onProgress },
  )
  const seconds = (context.parts.clock().getTime() - startedAt) / 1000
  // The part that an earlier run transcribed took no time in this one.
  if (!memory.recalled()) await context.measured(transcriber.name, (durationMs - startMs) / 1000, seconds)
  return transcript
}

function withSpeech(transcript: Transcript | null, notice: string | null = null): Transcript {
  if (transcript === null || transcript.segments.length === 0) return nothing(notice ?? NOTICES.noSpeech)
  const segments = sentenceLines(transcript.segments).map((line, index) => ({ id: `s${index + 1}`, ...line }))
  return { ...transcript, segments }
}

/** The stored transcript of an engine for an earlier request. */
async function readStoredTranscript(request: string | null, { parts, recording }: StageContext): Promise<Transcript> {
  const key = outputKey({ folder: recording.folder, wanted: request === null ? null : { id: request } }, 'transcribe')
  const transcribed = OUTPUTS.transcribe.safeParse(await readJson(parts.storage, key))
  if (!transcribed.success) throw new PermanentFailure('words_gone')
  const { segments, info } = transcribed.data
  // The owner may have corrected the language since.
  return { segments, info: { ...info, language: recording.language ?? info.language } }
}

/** Stored next to the stage outputs, and removed with the microsite. */
function getMemory({ recording, parts, signal }: StageContext, startMs: number): PieceCache & { recalled(): boolean } {
  let recalled = false
  const from = startMs === 0 ? '' : `from-${startMs}-`
  const getKey = (part: string) => outputKey(recording, 'transcribe').replace(/\.json$/, `/${from}${part}.json`)
  return {
    async recall(part) {
      const known = await readJson(parts.storage, getKey(part))
      recalled ||= known !== null
      return known
    },
    recalled: () => recalled,
    async remember(part, transcribed) {
      signal.throwIfAborted()
      await parts.storage.write(getKey(part), JSON.stringify(transcribed))
    },
  }
}

function nothing(notice: string): Transcript {
  return { segments: [], info: { source: 'none', draft: false, language: null, notice } }
}
