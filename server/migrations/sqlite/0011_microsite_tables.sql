CREATE TABLE `microsite_counters` (
	`microsite_id` text PRIMARY KEY NOT NULL,
	`view_count` integer DEFAULT 0 NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`progress` real DEFAULT 0 NOT NULL,
	`step_detail` text,
	FOREIGN KEY (`microsite_id`) REFERENCES `microsites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `microsite_documents` (
	`microsite_id` text PRIMARY KEY NOT NULL,
	`transcript` text,
	`segments` text,
	`transcript_info` text,
	`analysis_use` text,
	`withheld` text,
	`analysis_notice` text,
	`chapters` text,
	`summary` text,
	`gpt_summaries` text,
	`gpt_summary` text,
	`summary_evidence` text,
	`quotes` text,
	`gpt_quotes` text,
	`action_points` text,
	`gpt_action_points` text,
	`important_points` text,
	`gpt_important_points` text,
	`todo_list` text,
	`gpt_todo_list` text,
	FOREIGN KEY (`microsite_id`) REFERENCES `microsites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `search_chunks` (
	`id` integer PRIMARY KEY NOT NULL,
	`entry` integer NOT NULL,
	`lines` text NOT NULL,
	FOREIGN KEY (`entry`) REFERENCES `search_entries`(`number`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `search_chunks_entry` ON `search_chunks` (`entry`);--> statement-breakpoint
CREATE TABLE `search_entries` (
	`number` integer PRIMARY KEY NOT NULL,
	`microsite_id` text NOT NULL,
	FOREIGN KEY (`microsite_id`) REFERENCES `microsites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_entries_microsite_id_unique` ON `search_entries` (`microsite_id`);