import { fileName } from './file-name.ts'
import type { ExportFile, ExportOptions, ExportSource, FileFormat } from './export-source.ts'

interface Format {
  extension: string
  type: string
  write: (source: ExportSource, options: ExportOptions) => Promise<BlobPart>
}

// The formats follow one by one; until then each says the title.
const title = async ({ title }: ExportSource): Promise<string> => title

const FORMATS: Record<FileFormat, Format> = {
  pdf: { extension: 'html', type: 'text/html;charset=utf-8', write: title },
  notion: { extension: 'md', type: 'text/markdown;charset=utf-8', write: title },
  word: { extension: 'docx', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', write: title },
  srt: { extension: 'srt', type: 'application/x-subrip;charset=utf-8', write: title },
  vtt: { extension: 'vtt', type: 'text/vtt;charset=utf-8', write: title },
  json: { extension: 'json', type: 'application/json', write: title },
}

/**
 * Writes a microsite as a file.
 * @returns the file with its name; rejects when a part of the program that is loaded only now can't be (Word).
 */
export async function exportFile(format: FileFormat, source: ExportSource, options: ExportOptions): Promise<ExportFile> {
  const { extension, type, write } = FORMATS[format]
  const content = new Blob([await write(source, options)], { type })
  return { name: fileName(source.title, options.now, extension), type, content }
}
