ALTER TABLE `microsites` ADD `redacted` text;--> statement-breakpoint
ALTER TABLE `microsites` ADD `redacting` text;