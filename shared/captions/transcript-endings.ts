/** File extensions of captions and transcripts. */
export const TRANSCRIPT_ENDINGS =
  '.vtt .srt .sbv .txt .docx .md .csv .tsv .json .jsonl .ttml .dfxp .xml .srv3 .ass .ssa .smi .lrc'.split(' ')

/** Whether a file contains captions or a transcript, by its name. */
export function isTranscriptFile(name: string): boolean {
  return TRANSCRIPT_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending))
}
