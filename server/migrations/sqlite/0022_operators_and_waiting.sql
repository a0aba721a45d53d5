ALTER TABLE `microsites` ADD `until_model` text;--> statement-breakpoint
ALTER TABLE `users` ADD `is_operator` integer DEFAULT false NOT NULL;