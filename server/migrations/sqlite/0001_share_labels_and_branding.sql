CREATE TABLE `brandings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`accent` text,
	`logo_name` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `brandings_logo_name_unique` ON `brandings` (`logo_name`);--> statement-breakpoint
DROP INDEX `shareable_links_user`;--> statement-breakpoint
ALTER TABLE `shareable_links` ADD `label` text;--> statement-breakpoint
CREATE INDEX `shareable_links_user` ON `shareable_links` (`created_by_user_id`,`created_at`);