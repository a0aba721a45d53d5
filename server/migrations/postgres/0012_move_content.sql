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
CREATE TABLE search_index (
  rowid bigint PRIMARY KEY REFERENCES search_chunks (id) ON DELETE CASCADE,
  words tsvector NOT NULL
);
--> statement-breakpoint
-- A search reads the ids of all chunks that match, and never the words: they stay out of the rows.
ALTER TABLE search_index ALTER COLUMN words SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE search_index SET (toast_tuple_target = 128);
--> statement-breakpoint
CREATE INDEX search_index_words ON search_index USING gin (words);
