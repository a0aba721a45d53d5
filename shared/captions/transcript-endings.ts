/** Endings of files that hold captions or a transcript. */
export const TRANSCRIPT_ENDINGS = [
  '.vtt',
  '.srt',
  '.sbv',
  '.txt',
  '.docx',
  '.md',
  '.csv',
  '.tsv',
  '.json',
  '.jsonl',
  '.ttml',
  '.dfxp',
  '.xml',
  '.srv3',
  '.ass',
  '.ssa',
  '.smi',
  '.lrc',
] as const

/** Whether a file holds captions or a transcript, by its name. */
export function isTranscriptFile(name: string): boolean {
  return TRANSCRIPT_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending))
}
