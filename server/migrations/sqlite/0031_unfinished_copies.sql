CREATE TABLE `unfinished_copies` (
	`source` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
