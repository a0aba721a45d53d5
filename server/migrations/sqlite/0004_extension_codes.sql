CREATE TABLE `authorization_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`code_challenge` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `authorization_codes_session` ON `authorization_codes` (`session_id`);