-- Written by hand: the content of microsites moves into tables of its own, and the search gets its index.
INSERT INTO microsite_documents (
  microsite_id,
  transcript, segments, transcript_info, analysis_use, withheld, analysis_notice, chapters, summary, gpt_summaries,
  gpt_summary, summary_evidence, quotes, gpt_quotes, action_points, gpt_action_points, important_points,
  gpt_important_points, todo_list, gpt_todo_list
)
SELECT
  id,
  transcript, segments, transcript_info, analysis_use, withheld, analysis_notice, chapters, summary, gpt_summaries,
  gpt_summary, summary_evidence, quotes, gpt_quotes, action_points, gpt_action_points, important_points,
  gpt_important_points, todo_list, gpt_todo_list
FROM microsites;
--> statement-breakpoint
INSERT INTO microsite_counters (microsite_id, view_count, step, progress, step_detail)
SELECT id, view_count, step, progress, step_detail FROM microsites;
--> statement-breakpoint
-- Rows become small before their columns are dropped one by one, each of which writes the table anew on SQLite.
UPDATE microsites SET
  transcript = NULL, segments = NULL, transcript_info = NULL, analysis_use = NULL, withheld = NULL,
  analysis_notice = NULL, chapters = NULL, summary = NULL, gpt_summaries = NULL, gpt_summary = NULL,
  summary_evidence = NULL, quotes = NULL, gpt_quotes = NULL, action_points = NULL, gpt_action_points = NULL,
  important_points = NULL, gpt_important_points = NULL, todo_list = NULL, gpt_todo_list = NULL, search_text = '';
--> statement-breakpoint
-- The rows hold no text, only where each word stands. Words come ready (search-text.ts), parted by spaces, and begin with
-- eight characters that name their owner: prefixes of one to three letters have lists of their own.
CREATE VIRTUAL TABLE search_index USING fts5(
  words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '9 10 11'
);
--> statement-breakpoint
CREATE TRIGGER search_chunks_delete AFTER DELETE ON search_chunks BEGIN
  DELETE FROM search_index WHERE rowid = old.id;
END;
