import type { MicrositeFile } from '@callfolio/shared/contract/microsite-file.ts'
import type { OutlineItem } from '@callfolio/shared/microsite-outline.ts'
import type { ExportOptions, ExportSource } from './export-source.ts'

/** Puts a microsite into the shape of the JSON export. */
export function micrositeFile(
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
    title: source.title,
    description: source.description,
    created_at: source.createdAt,
    duration_ms: source.durationMs,
    summary: { text: outline.summary.text, sentences: outline.summary.sentences.map(item) },
    quotes: outline.quotes.map(item),
    action_points: outline.action_points.map(item),
    important_points: outline.important_points.map(item),
    todo_list: outline.todo_list.map(item),
    chapters: chapters.map((chapter) => item({ ...chapter, speaker: null })),
    transcript: { info: source.transcriptInfo, text: source.transcript, segments: [...source.segments] },
  }
}
