ALTER TABLE `microsites` ADD `withheld` text;--> statement-breakpoint
ALTER TABLE `microsites` ADD `analysis_notice` text;--> statement-breakpoint
ALTER TABLE `microsites` ADD `reviewed_at` integer;