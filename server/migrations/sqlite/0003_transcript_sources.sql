ALTER TABLE `microsites` ADD `title_given` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `microsites` ADD `recap_language` text;--> statement-breakpoint
ALTER TABLE `microsites` ADD `transcript_request` text;--> statement-breakpoint
ALTER TABLE `microsites` ADD `replacing` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `microsites` ADD `analysis_use` text;--> statement-breakpoint
ALTER TABLE `microsites` ADD `chapters` text;