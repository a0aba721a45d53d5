import { toSrt, toVtt, type TimedTranscript } from '@callfolio/shared/transcript-files.ts'
import { cleanTexts } from './clean-text.ts'
import { exportDocument } from './export-document.ts'
import type { ExportFile, ExportOptions, ExportSource, FileFormat } from './export-source.ts'
import { fileName } from './file-name.ts'
import { markdown } from './markdown.ts'
import { micrositeFile } from './microsite-file.ts'
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
 * Writes a microsite as a file.
 * @returns the file with its name. Rejects when a part of the program that is loaded only now can't be: Word's.
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
