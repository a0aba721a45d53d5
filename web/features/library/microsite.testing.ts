import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { SAMPLE_FIELDS } from '@callfolio/shared/contract/samples.testing.ts'

const at = (start_ms: number) => ({ start_ms, end_ms: start_ms + 1000, segment_ids: [`s${start_ms}`] })

/** A page with a two-line summary backed by the call, two todos and an action point. */
export function sampleSite(changes: Partial<Microsite> = {}): Microsite {
  return {
    id: 'm1',
    user_id: 'u1',
    ...SAMPLE_FIELDS,
    title: 'First call',
    created_at: '2026-11-21T08:00:00Z',
    duration_ms: 9000,
    updated_at: '2026-11-21T08:00:00Z',
    status: 'active',
    error_message: null,
    failure: null,
    view_count: 0,
    tags: [],
    step: 6,
    progress: 1,
    step_detail: null,
    poster_url: null,
    reviewed_at: null,
    video_url: null,
    video_ready: false,
    transcript: null,
    suggested_speakers: null,
    private_lines: null,
    participants: null,
    segments: [],
    transcript_info: null,
    engines: null,
    chapters: null,
    analysis_use: null,
    withheld: null,
    possible_steps: null,
    analysis_notice: null,
    consent: null,
    redacted: [],
    summary: null,
    gpt_summaries: null,
    gpt_summary: 'Dana shows the queue. Marcus wants a trial.',
    summary_evidence: [
      { text: 'Dana shows the queue.', ...at(1000) },
      { text: 'Marcus wants a trial.', ...at(2000), unproven: ['Marcus'] },
    ],
    quotes: null,
    gpt_quotes: [{ text: 'We lose requests.', ...at(1000) }],
    important_points: null,
    gpt_important_points: ['It costs 49 dollars.'],
    action_points: null,
    gpt_action_points: [
      { text: 'Dana will send the report by Friday.', ...at(5000) },
      { text: 'Priya reviews it next week.', ...at(4000) },
    ],
    todo_list: null,
    gpt_todo_list: [
      '',
      'Call the warehouse',
      { text: 'Dana: send the report by Friday', speaker: 'Dana', ...at(5000) },
    ],
    ...changes,
  }
}
