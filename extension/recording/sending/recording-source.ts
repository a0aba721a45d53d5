import { BrowserFailure } from '@callfolio/shared/client/get-failure.ts'
import { finishedFile, type GrowingFile } from '@callfolio/shared/client/uploads/growing-file.ts'
import type { Connection, UploadSource } from '@callfolio/shared/client/uploads/upload-steps.ts'
import { FileUnreadable } from '@callfolio/shared/client/uploads/upload-failure.ts'
import { ACCOUNT_PATHS, usageSchema } from '@callfolio/shared/contract/accounts/account.ts'
import { PLANS } from '@callfolio/shared/plans.ts'
import { tooLongForPlan } from '../stored/plan-limit.ts'
import type { RecordingCaptions } from '../stored/recording-captions.ts'
import type { RecordingStore } from '../stored/recording-store.ts'
import type { GrowingRecording, Recording } from '../stored/recording.ts'
import { TOLERANCE_MS, wholeFile, type WholeFileDeps } from '../stored/whole-file.ts'
import { createRecordingSounds, readForUpload, type RecordingSoundsDeps, type SentTracks } from './recording-sounds.ts'

export interface RecordingSourceDeps extends WholeFileDeps, Pick<RecordingSoundsDeps, 'soundJournal'> {
  recordings: RecordingStore
  captions: RecordingCaptions
  /** The recording's server, authenticated as its owner; its uploader keeps the journal of sounds. */
  connect: () => Connection
  /** The server is making its microsite. */
  onSent: (recording: Recording) => Promise<void>
}

/** The bytes of a recording, with the contents of its microsite request. */
export interface RecordingSource extends UploadSource {
  /** Bytes so far. */
  size(): number
  /** Settles when none of its sounds is being sent any more. */
  soundsSettled(): Promise<unknown>
}

/** Captions that can't be read this often are left out. */
const CAPTION_ATTEMPTS = 3
const NO_TRACKS: SentTracks = { tracks: [], isComplete: true }

/** @param growing the files while they are recorded; without them the kept ones are read. */
export function createRecordingSource(
  deps: RecordingSourceDeps,
  recording: Recording,
  growing?: GrowingRecording,
): RecordingSource {
  let file = growing?.call ?? null
  let captionFailures = 0
  const leftOut = new Set<string>()
  const sounds = createRecordingSounds({ ...deps, uploader: () => deps.connect().uploader }, recording, growing?.sounds)

  /**
   * The whole call's path on the server. @param sentPath of the file that was sent first, whose picture may have
   * ended early.
   */
  async function recordingPath(ended: Recording, sentPath: string, signal: AbortSignal): Promise<string> {
    const whole = await wholeFile(deps, recording).catch(async (error: unknown) => {
      // Audio that can't be read blocks only the upload that needs it.
      if (await hasWholeCall(deps, ended)) return null
      throw error
    })
    const isSoundSent = whole === null || whole.hasPicture || (await isEmpty(deps, recording.files.mixed))
    return isSoundSent ? sentPath : ((await sounds.sendCall(signal)) ?? sentPath)
  }

  async function readCaptions(ended: Recording): Promise<string | null> {
    if (!ended.captions) return null
    return deps.captions.webvtt(ended).catch((error: unknown) => {
      captionFailures += 1
      // A busy browser may read them at a retry.
      if (ended.source === 'captions' || captionFailures < CAPTION_ATTEMPTS) throw error
      leftOut.add('The captions couldn’t be read, so the audio is transcribed.')
      return null
    })
  }

  return {
    size: () => file?.size() ?? 0,
    soundsSettled: () => sounds.settled(),
    async open(signal) {
      // Captions have names: with them the sounds are probably not needed.
      if (!recording.captions) sounds.begin(signal)
      if (recording.files.mixed !== null) file ??= await readKept(deps, recording)
      return file
    },
    async describe({ storagePath }, signal) {
      // Saved when the recording ended; the file grew until then.
      const whole = (await deps.recordings.get(recording.id)) ?? recording
      const { api } = deps.connect()
      const { plan_id } = await api.request(ACCOUNT_PATHS.usage, usageSchema, { signal })
      const tooLong = tooLongForPlan(whole.durationMs, PLANS[plan_id])
      if (tooLong !== null && storagePath !== null) throw new BrowserFailure('too_long', tooLong)
      const captions = await readCaptions(whole)
      if (storagePath === null && captions === null) throw new BrowserFailure('nobody_heard')
      // Captions have names; without them the tracks show who speaks.
      const { tracks, isComplete } = storagePath === null || captions !== null ? NO_TRACKS : await sounds.finish(signal)
      if (!isComplete) leftOut.add('A separate audio track couldn’t be read. Speakers may be mixed up.')
      const path = storagePath && (await recordingPath(whole, storagePath, signal))
      return {
        // The recap's title replaces a tab's title, so it is sent as the file's name.
        ...(whole.titleSource === 'file' ? {} : { title: whole.title, title_source: whole.titleSource }),
        ...(path === null ? {} : { video_url: path }),
        ...(captions === null ? {} : { captions }),
        ...(tracks.length === 0 ? {} : { audio_tracks: tracks }),
        ...(whole.marks.length === 0 ? {} : { marks: whole.marks }),
        ...(whole.participants.length === 0 ? {} : { participants: whole.participants }),
        recorded_at: new Date(whole.startedAt).toISOString(),
        ...(whole.consent === null ? {} : { consent: { at: new Date(whole.consent.at).toISOString() } }),
      }
    },
    leftOut: () => (leftOut.size === 0 ? null : [...leftOut].join(' ')),
    release: () => deps.onSent(recording),
  }
}

/** The file to send first, the same on each retry: the video if there is one. @throws FileUnreadable */
async function readKept(deps: RecordingSourceDeps, { files }: Recording): Promise<GrowingFile> {
  for (const name of [files.mixed, files.sound]) {
    const file = name && (await readForUpload(deps, name))
    if (file && file.size > 0) return finishedFile(file)
  }
  throw new FileUnreadable()
}

/** Whether the file with the picture lasts as long as the recording. @throws when it can't be read. */
async function hasWholeCall(
  { readFile, heldMs }: RecordingSourceDeps,
  { files, durationMs }: Recording,
): Promise<boolean> {
  if (files.mixed === null) return false
  const file = await readFile(files.mixed)
  return file !== null && ((await heldMs(files.mixed, file)) ?? 0) + TOLERANCE_MS >= durationMs
}

async function isEmpty({ readFile }: RecordingSourceDeps, name: string | null): Promise<boolean> {
  return name === null || ((await readFile(name))?.size ?? 0) === 0
}
