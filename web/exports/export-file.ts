import { toSrt, toVtt, type TimedTranscript } from '@callfolio/shared/transcript/transcript-files.ts'
import type { MicrositeFile } from '@callfolio/shared/contract/microsite-file.ts'
import { plainFieldsSchema } from '@callfolio/shared/contract/microsite-fields.ts'
import type { OutlineItem } from '@callfolio/shared/page/microsite-outline.ts'
import { cleanTexts, type ExportFile, type ExportOptions, type ExportSource, type FileFormat } from './export-source.ts'
import { exportDocument } from './export-document.ts'
import { fileName } from './file-name.ts'
import { markdown } from './markdown.ts'
import { printPage } from './print-page.ts'

interface Format {
  extension: string
  type: string
  write: (source: ExportSource, options: ExportOptions) => BlobPart | Promise<BlobPart>
}

const FORMATS: Record<FileFormat, Format> = {
  pdf: { extension: 'html', type: 'text/html;charset=utf-8', write: (...args) => printPage(exportDocument(...args)) },
  notion: {
    extension: 'md',
    type: 'text/markdown;charset=utf-8',
    write: (...args) => markdown(exportDocument(...args)),
  },
  word: {
    extension: 'docx',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    write: async (...args) => (await import('./word.ts')).wordFile(exportDocument(...args)),
  },
  srt: { extension: 'srt', type: 'application/x-subrip;charset=utf-8', write: (source) => toSrt(timed(source)) },
  vtt: { extension: 'vtt', type: 'text/vtt;charset=utf-8', write: (source) => toVtt(timed(source)) },
  json: {
    extension: 'json',
    type: 'application/json',
    write: (...args) => `${JSON.stringify(micrositeFile(...args), null, 2)}\n`,
  },
}

/**
 * Exports a microsite as a file.
 * @returns the file with its name. Rejects if lazily loaded code (Word's) fails to load.
 */
export async function exportFile(
  format: FileFormat,
  source: ExportSource,
  options: ExportOptions,
): Promise<ExportFile> {
  const { extension, type, write } = FORMATS[format]
  const content = new Blob([await write(cleanTexts(source), options)], { type })
  return { name: fileName(source.title, options.now, extension), type, content }
}

function timed({ segments, transcriptInfo }: ExportSource): TimedTranscript {
  return { segments, draft: transcriptInfo?.draft ?? false }
}

/** Converts a microsite to the JSON export. */
function micrositeFile(
  { outline, chapters, momentUrl, ...source }: ExportSource,
  { now }: ExportOptions,
): MicrositeFile {
  const item = ({ text, speaker, moment }: OutlineItem): MicrositeFile['quotes'][number] => ({
    text,
    speaker,
    start_ms: moment?.startMs ?? null,
    end_ms: moment?.endMs ?? null,
    segment_ids: [...(moment?.segmentIds ?? [])],
    url: (moment && momentUrl?.(moment.startMs)) ?? null,
  })
  return {
    kind: 'microsite',
    version: 1,
    exported_at: now.toISOString(),
    ...plainFieldsSchema.parse(source),
    summary: { text: outline.summary.text, sentences: outline.summary.sentences.map(item) },
    quotes: outline.quotes.map(item),
    action_points: outline.action_points.map(item),
    important_points: outline.important_points.map(item),
    todo_list: outline.todo_list.map(item),
    chapters: chapters.map((chapter) => item({ ...chapter, speaker: null })),
    transcript: { info: source.transcriptInfo, text: source.transcript, segments: [...source.segments] },
  }
}
