PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_jobs` (
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`run_at` integer NOT NULL,
	`lease_until` integer,
	`lease_token` text,
	`error` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`id`, `kind`)
);
--> statement-breakpoint
INSERT INTO `__new_jobs`("id", "kind", "status", "attempt", "run_at", "lease_until", "lease_token", "error", "created_at") SELECT "id", "kind", "status", "attempt", "run_at", "lease_until", "lease_token", "error", "created_at" FROM `jobs`;--> statement-breakpoint
DROP TABLE `jobs`;--> statement-breakpoint
ALTER TABLE `__new_jobs` RENAME TO `jobs`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `jobs_ready` ON `jobs` (`status`,`run_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_running` ON `jobs` (`id`) WHERE status = 'running';