ALTER TABLE `uploads` ADD `speech_hints` text;--> statement-breakpoint
ALTER TABLE `uploads` ADD `speech_at` integer;--> statement-breakpoint
ALTER TABLE `uploads` ADD `speech_at_bytes` integer DEFAULT 0 NOT NULL;