import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { STEP } from '@callfolio/shared/steps.ts'
import { PermanentFailure } from '../../kernel/errors.ts'
import { readJson } from '../../storage/read-stored.ts'
import type { PieceCache, Transcript } from '../../transcription/transcriber.ts'
import { countedTime } from '../counted-time.ts'
import { NOTICES } from '../notices.ts'
import { outputKey, OUTPUTS, type Output } from '../outputs.ts'
import type { Recording } from '../recording.ts'
import { readyTranscriber } from '../ready-transcriber.ts'
import type { Stage, StageContext } from '../stage.ts'

/**
 * Turns what `speech` found into timed text. One engine listens, and what it says is believed: no other one, and no
 * third party, is asked after it.
 */
export const transcribe: Stage<'transcribe'> = {
  name: 'transcribe',
  step: STEP.transcription,
  weight: 45,
  async run(context) {
    const found = context.output('speech')
    if (found.kind === 'captions')
      return {
        segments: found.segments,
        info: { source: found.source, draft: false, language: context.recording.language, notice: found.notice },
      }
    if (found.kind === 'none') return nothing(found.notice)
    return listen(found, context)
  },
}

async function listen(audio: Extract<Output<'speech'>, { kind: 'audio' }>, context: StageContext): Promise<Transcript> {
  const { wanted } = context.recording
  if (wanted?.source === 'speakers') return readStoredTranscript(wanted.of, context)
  const transcriber = await readyTranscriber(
    context.parts.transcribers,
    wanted === null || wanted.source === 'given' ? null : wanted.source,
  )
  if (!transcriber) return nothing(NOTICES.noEngine)
  const workFolder = join(context.workFolder, 'speech')
  await mkdir(workFolder)
  const { durationMs } = audio
  const onProgress = (doneMs: number) =>
    context.report(doneMs / durationMs, countedTime('transcribed', doneMs, durationMs))
  const memory = memoryOf(context)
  const startedAt = context.parts.clock().getTime()
  const transcript = await context.parts.storage.withLocalFile(audio.wavKey, (wavPath) =>
    transcriber.transcribe(
      {
        wavPath,
        durationMs,
        language: context.recording.language,
        workFolder,
        hints: hintsOf(context.recording),
        memory,
      },
      { signal: context.signal, onProgress },
    ),
  )
  const seconds = (context.parts.clock().getTime() - startedAt) / 1000
  // What an earlier run had heard took no time in this one.
  if (!memory.recalled()) await context.measured(transcriber.name, durationMs / 1000, seconds)
  return transcript.segments.length > 0 ? transcript : nothing(transcript.info.notice ?? NOTICES.noSpeech)
}

/** What an engine heard for an earlier request, as it was remembered then. */
async function readStoredTranscript(request: string | null, { parts, recording }: StageContext): Promise<Transcript> {
  const key = outputKey({ folder: recording.folder, wanted: request === null ? null : { id: request } }, 'transcribe')
  const heard = OUTPUTS.transcribe.safeParse(await readJson(parts.storage, key))
  if (!heard.success) throw new PermanentFailure('words_gone')
  return heard.data
}

/** The owner's words for the call are likely to be said in it. */
function hintsOf({ title, description }: Recording): string | null {
  return [title, description].filter((text) => text !== null).join('. ') || null
}

/** Lies beside what the stages remember, and goes with the microsite. */
function memoryOf({ recording, parts, signal }: StageContext): PieceCache & { recalled(): boolean } {
  let recalled = false
  const keyOf = (part: string) => outputKey(recording, 'transcribe').replace(/\.json$/, `/${part}.json`)
  return {
    async recall(part) {
      const known = await readJson(parts.storage, keyOf(part))
      recalled ||= known !== null
      return known
    },
    recalled: () => recalled,
    async remember(part, heard) {
      signal.throwIfAborted()
      await parts.storage.write(keyOf(part), JSON.stringify(heard))
    },
  }
}

function nothing(notice: string): Transcript {
  return { segments: [], info: { source: 'none', draft: false, language: null, notice } }
}
