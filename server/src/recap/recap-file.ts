import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { callTitleOfFile, titleOfPeople, UNTITLED } from '@callfolio/shared/titles.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import { TEXT_ONLY_ORDER } from '../pipeline/order.ts'
import { createPipeline } from '../pipeline/pipeline.ts'
import type { Recording } from '../pipeline/recording.ts'
import type { PipelineParts } from '../pipeline/stage.ts'
import type { Storage } from '../storage/storage.ts'
import { dayInFileName, statedDate } from '../transcription/stated-date.ts'
import type { RecapArguments } from './arguments.ts'
import { readInput } from './input.ts'
import { createRecapSink, type Recap } from './recap-sink.ts'

export interface RecapParts extends Pick<
  PipelineParts,
  'media' | 'transcribers' | 'diarisers' | 'analyst' | 'analysts' | 'tasks' | 'clock' | 'log'
> {
  /** Storage in its own folder. */
  openStorage: (root: string) => Storage
  /** Receives a line about the progress, or a remark for the reader. */
  printStatus: (line: string) => void
}

const SOURCE_KEY = 'source'

/**
 * Runs the pipeline on one file in a temporary folder. The file itself is only read.
 * @throws {PermanentFailure} or {TransientFailure} with one sentence.
 */
export async function recapFile(
  { file, captions }: Pick<RecapArguments, 'file' | 'captions'>,
  parts: RecapParts,
  signal: AbortSignal,
): Promise<Recap> {
  const input = await readInput(file, captions)
  if (input.captions !== null) {
    const reading = await parts.tasks.run('readRequestTranscript', { text: input.captions }, { signal })
    if (input.mediaPath === null && !reading.isTranscript)
      throw new PermanentFailure('unreadable_captions', `No transcript found in ${basename(file)}.`)
    for (const line of [`${reading.understood}.`, ...reading.warnings]) parts.printStatus(line)
  }
  const folder = await mkdtemp(join(tmpdir(), 'callfolio-recap-'))
  try {
    const root = join(folder, 'storage')
    await mkdir(root)
    // A link, not a copy: a recording may be 2 GB.
    if (input.mediaPath !== null) await symlink(resolve(input.mediaPath), join(root, SOURCE_KEY))
    const recording: Recording = {
      id: 'recap',
      folder: 'recap/',
      sourceKey: input.mediaPath === null ? null : SOURCE_KEY,
      keptKey: null,
      captions: input.captions,
      tracks: [],
      ownName: null,
      wanted: null,
      rerun: null,
      redacted: [],
      date:
        (input.captions === null ? null : statedDate(input.captions)) ??
        dayInFileName(basename(file), Temporal.Now.timeZoneId()),
      title: null,
      names: [],
      participants: [],
      description: null,
      language: null,
      recapLanguage: null,
      maxVideoSeconds: null,
    }
    const sink = createRecapSink(parts.printStatus)
    const pipeline = createPipeline(
      {
        ...parts,
        storage: parts.openStorage(root),
        tempDir: join(folder, 'work'),
      },
      TEXT_ONLY_ORDER,
    )
    await pipeline.process(recording, sink, { signal })
    const { recap, notices } = sink.finished() ?? unfinished()
    for (const notice of notices) parts.printStatus(notice)
    const title = recap.title ?? callTitleOfFile(basename(file)) ?? titleOfPeople(recap.segments, recording.date)
    return { ...recap, title: title ?? UNTITLED }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function unfinished(): never {
  throw new Error('the pipeline ended without a recap')
}
