CREATE TABLE `deletions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`microsite_id` text NOT NULL,
	`source_key` text,
	`objects` integer NOT NULL,
	`links` integer NOT NULL,
	`digest` text NOT NULL,
	`deleted_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `deletions_user` ON `deletions` (`user_id`);--> statement-breakpoint
CREATE INDEX `deletions_finished` ON `deletions` (`finished_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `deletion_due_at` integer;