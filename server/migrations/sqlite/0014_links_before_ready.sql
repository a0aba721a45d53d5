ALTER TABLE `shareable_links` ADD `when_ready` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `shareable_links` ADD `early` integer DEFAULT false NOT NULL;