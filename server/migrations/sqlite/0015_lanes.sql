CREATE TABLE `measured_speeds` (
	`name` text PRIMARY KEY NOT NULL,
	`units` real NOT NULL,
	`seconds` real NOT NULL
);
--> statement-breakpoint
ALTER TABLE `jobs` ADD `lane` text DEFAULT 'short' NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `owner` text;--> statement-breakpoint
ALTER TABLE `jobs` ADD `turn` integer;--> statement-breakpoint
ALTER TABLE `jobs` ADD `claimed_at` integer;--> statement-breakpoint
ALTER TABLE `jobs` ADD `stops` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `milestone` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_turn` ON `jobs` (`turn`);--> statement-breakpoint
CREATE INDEX `jobs_owner` ON `jobs` (`owner`,`lane`,`turn`);