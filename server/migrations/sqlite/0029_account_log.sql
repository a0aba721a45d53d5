CREATE TABLE `account_log` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`what` text,
	`user_agent` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_log_user` ON `account_log` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `spent_proofs` (
	`hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `signing_keys` ADD `state` text DEFAULT 'current' NOT NULL;--> statement-breakpoint
ALTER TABLE `signing_keys` ADD `retires_at` integer;