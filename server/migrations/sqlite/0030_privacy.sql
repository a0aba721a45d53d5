CREATE TABLE `retention_pins` (
	`microsite_id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`microsite_id`) REFERENCES `microsites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `retention_steps` (
	`microsite_id` text NOT NULL,
	`part` text NOT NULL,
	`warned_at` integer NOT NULL,
	`done_at` integer,
	PRIMARY KEY(`microsite_id`, `part`),
	FOREIGN KEY (`microsite_id`) REFERENCES `microsites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `retentions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`media_days` integer,
	`transcript_days` integer,
	`page_days` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `microsites` ADD `media_removed_at` integer;--> statement-breakpoint
ALTER TABLE `microsites` ADD `transcript_removed_at` integer;--> statement-breakpoint
ALTER TABLE `microsites` ADD `consent_stated` text;