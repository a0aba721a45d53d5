CREATE TABLE `challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`factor_id` text,
	`kind` text NOT NULL,
	`expected` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`factor_id`) REFERENCES `factors`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `factors` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`friendly_name` text,
	`status` text NOT NULL,
	`phone` text,
	`secret` text,
	`used_step` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `factors_user` ON `factors` (`user_id`);--> statement-breakpoint
CREATE TABLE `identities` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`provider` text NOT NULL,
	`subject` text NOT NULL,
	`data` text NOT NULL,
	`last_sign_in_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identities_subject` ON `identities` (`provider`,`subject`);--> statement-breakpoint
CREATE INDEX `identities_user` ON `identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `known_devices` (
	`user_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`last_seen_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `fingerprint`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`factor_id` text NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`factor_id`) REFERENCES `factors`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `recovery_codes_factor` ON `recovery_codes` (`factor_id`);--> statement-breakpoint
CREATE TABLE `sign_in_flows` (
	`hash` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`secrets` text NOT NULL,
	`browser_hash` text NOT NULL,
	`redirect_to` text NOT NULL,
	`code_challenge` text,
	`session_id` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `webauthn_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`factor_id` text,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`friendly_name` text,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`factor_id`) REFERENCES `factors`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webauthn_keys_credential_id_unique` ON `webauthn_keys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `webauthn_keys_user` ON `webauthn_keys` (`user_id`);--> statement-breakpoint
DROP INDEX `one_time_tokens_user`;--> statement-breakpoint
DELETE FROM `one_time_tokens` WHERE EXISTS (SELECT 1 FROM `one_time_tokens` `later` WHERE `later`.`user_id` = `one_time_tokens`.`user_id` AND `later`.`purpose` = `one_time_tokens`.`purpose` AND (`later`.`created_at`, `later`.`hash`) > (`one_time_tokens`.`created_at`, `one_time_tokens`.`hash`));--> statement-breakpoint
ALTER TABLE `one_time_tokens` ADD `code_hash` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `one_time_tokens` ADD `attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `one_time_tokens` ADD `target` text;--> statement-breakpoint
ALTER TABLE `one_time_tokens` ADD `code_challenge` text;--> statement-breakpoint
CREATE UNIQUE INDEX `one_time_tokens_live` ON `one_time_tokens` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `one_time_tokens_target` ON `one_time_tokens` (`target`);--> statement-breakpoint
CREATE TABLE `__new_users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text,
	`phone` text,
	`phone_verified_at` integer,
	`is_anonymous` integer DEFAULT false NOT NULL,
	`new_email` text,
	`new_email_old_side` integer DEFAULT false NOT NULL,
	`new_email_new_side` integer DEFAULT false NOT NULL,
	`second_factor` integer DEFAULT false NOT NULL,
	`password_hash` text,
	`user_metadata` text NOT NULL,
	`confirmed_at` integer,
	`verified_at` integer,
	`last_sign_in_at` integer,
	`is_operator` integer DEFAULT false NOT NULL,
	`deletion_due_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_users`("id", "email", "password_hash", "user_metadata", "confirmed_at", "verified_at", "last_sign_in_at", "is_operator", "deletion_due_at", "created_at", "updated_at") SELECT "id", "email", "password_hash", "user_metadata", "confirmed_at", "verified_at", "last_sign_in_at", "is_operator", "deletion_due_at", "created_at", "updated_at" FROM `users`;--> statement-breakpoint
DROP TABLE `users`;--> statement-breakpoint
ALTER TABLE `__new_users` RENAME TO `users`;--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_phone_unique` ON `users` (`phone`);--> statement-breakpoint
ALTER TABLE `authorization_codes` ADD `hands_over` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `second_method` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `second_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `last_used_at` integer;