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
CREATE TABLE `authorization_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`hands_over` integer DEFAULT false NOT NULL,
	`code_challenge` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `authorization_codes_session` ON `authorization_codes` (`session_id`);--> statement-breakpoint
CREATE TABLE `brandings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`accent` text,
	`logo_name` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `brandings_logo_name_unique` ON `brandings` (`logo_name`);--> statement-breakpoint
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
CREATE TABLE `deletions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`microsite_id` text NOT NULL,
	`part` text DEFAULT 'page' NOT NULL,
	`source_key` text,
	`objects` integer NOT NULL,
	`links` integer NOT NULL,
	`digest` text NOT NULL,
	`deleted_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `deletions_user` ON `deletions` (`user_id`);--> statement-breakpoint
CREATE INDEX `deletions_finished` ON `deletions` (`finished_at`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`event` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `events_user` ON `events` (`user_id`);--> statement-breakpoint
CREATE INDEX `events_created` ON `events` (`created_at`);--> statement-breakpoint
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
CREATE TABLE `jobs` (
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`run_at` integer NOT NULL,
	`queued_at` integer,
	`lease_until` integer,
	`lease_token` text,
	`error` text,
	`lane` text DEFAULT 'short' NOT NULL,
	`owner` text,
	`turn` integer,
	`claimed_at` integer,
	`stops` integer DEFAULT 0 NOT NULL,
	`needs` text,
	`milestone` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`id`, `kind`)
);
--> statement-breakpoint
CREATE INDEX `jobs_ready` ON `jobs` (`status`,`run_at`);--> statement-breakpoint
CREATE INDEX `jobs_turn` ON `jobs` (`turn`);--> statement-breakpoint
CREATE INDEX `jobs_owner` ON `jobs` (`owner`,`lane`,`turn`);--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_running` ON `jobs` (`id`) WHERE status = 'running';--> statement-breakpoint
CREATE TABLE `known_devices` (
	`user_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`last_seen_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `fingerprint`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `link_views` (
	`id` text PRIMARY KEY NOT NULL,
	`link_id` text NOT NULL,
	`email` text,
	`sections` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`link_id`) REFERENCES `shareable_links`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `link_views_link` ON `link_views` (`link_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `measured_speeds` (
	`name` text PRIMARY KEY NOT NULL,
	`units` real NOT NULL,
	`seconds` real NOT NULL
);
--> statement-breakpoint
CREATE TABLE `microsite_counters` (
	`microsite_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`view_count` integer DEFAULT 0 NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`progress` real DEFAULT 0 NOT NULL,
	`step_detail` text,
	FOREIGN KEY (`microsite_id`) REFERENCES `microsites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `microsite_counters_most_views` ON `microsite_counters` (`user_id`,`view_count`,`created_at`,`microsite_id`);--> statement-breakpoint
CREATE INDEX `microsite_counters_fewest_views` ON `microsite_counters` (`user_id`,`view_count`,"created_at" desc,"microsite_id" desc);--> statement-breakpoint
CREATE TABLE `microsite_documents` (
	`microsite_id` text PRIMARY KEY NOT NULL,
	`transcript` text,
	`segments` text,
	`transcript_info` text,
	`analysis_use` text,
	`withheld` text,
	`possible_steps` text,
	`analysis_notice` text,
	`chapters` text,
	`suggested_speakers` text,
	`private_lines` text,
	`participants` text,
	`summary` text,
	`gpt_summaries` text,
	`gpt_summary` text,
	`summary_evidence` text,
	`quotes` text,
	`gpt_quotes` text,
	`action_points` text,
	`gpt_action_points` text,
	`important_points` text,
	`gpt_important_points` text,
	`todo_list` text,
	`gpt_todo_list` text,
	FOREIGN KEY (`microsite_id`) REFERENCES `microsites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `microsite_tags` (
	`microsite_id` text NOT NULL,
	`tag_id` text NOT NULL,
	PRIMARY KEY(`microsite_id`, `tag_id`),
	FOREIGN KEY (`microsite_id`) REFERENCES `microsites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `microsite_tags_tag` ON `microsite_tags` (`tag_id`);--> statement-breakpoint
CREATE TABLE `microsites` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`title` text NOT NULL,
	`title_source` text DEFAULT 'typed' NOT NULL,
	`description` text,
	`status` text NOT NULL,
	`error_message` text,
	`failure_code` text,
	`source_key` text,
	`video_url` text,
	`language` text,
	`recap_language` text,
	`call_date` text,
	`consent_at` integer,
	`transcript_request` text,
	`replacing` integer DEFAULT false NOT NULL,
	`awaiting` integer DEFAULT false NOT NULL,
	`until_model` text,
	`poster_key` text,
	`duration_ms` integer,
	`damage` text,
	`quota_period` text,
	`sample` integer DEFAULT false NOT NULL,
	`engines` text,
	`reviewed_at` integer,
	`media_removed_at` integer,
	`transcript_removed_at` integer,
	`redacted` text,
	`redacting` text,
	`consent_stated` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `microsites_user` ON `microsites` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `microsites_status` ON `microsites` (`status`,`replacing`);--> statement-breakpoint
CREATE UNIQUE INDEX `microsites_video` ON `microsites` (`video_url`);--> statement-breakpoint
CREATE UNIQUE INDEX `microsites_source` ON `microsites` (`source_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `microsites_sample` ON `microsites` (`user_id`) WHERE sample and status <> 'failed';--> statement-breakpoint
CREATE TABLE `one_time_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`code_hash` text NOT NULL,
	`target` text NOT NULL,
	`code_challenge` text,
	`session_id` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_time_tokens_live` ON `one_time_tokens` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `one_time_tokens_target` ON `one_time_tokens` (`target`);--> statement-breakpoint
CREATE TABLE `operator_settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `payment_customers` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `payment_customers_user` ON `payment_customers` (`user_id`);--> statement-breakpoint
CREATE TABLE `payment_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`user_id` text,
	`plan_id` text NOT NULL,
	`status` text NOT NULL,
	`current_period_end` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `payment_subscriptions_customer` ON `payment_subscriptions` (`customer_id`);--> statement-breakpoint
CREATE INDEX `payment_subscriptions_user` ON `payment_subscriptions` (`user_id`);--> statement-breakpoint
CREATE TABLE `quotas` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`period` text NOT NULL,
	`used` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`, `period`),
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
CREATE TABLE `refresh_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`generation` integer NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `refresh_tokens_session` ON `refresh_tokens` (`session_id`);--> statement-breakpoint
CREATE TABLE `retention_pins` (
	`microsite_id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`microsite_id`) REFERENCES `microsites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `retention_steps` (
	`microsite_id` text NOT NULL,
	`part` text NOT NULL,
	`warned_at` integer NOT NULL,
	`done_at` integer,
	PRIMARY KEY(`microsite_id`, `part`),
	FOREIGN KEY (`microsite_id`) REFERENCES `microsites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `retentions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`media_days` integer,
	`transcript_days` integer,
	`page_days` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `search_chunks` (
	`id` integer PRIMARY KEY NOT NULL,
	`entry` integer NOT NULL,
	`lines` text NOT NULL,
	FOREIGN KEY (`entry`) REFERENCES `search_entries`(`number`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `search_chunks_entry` ON `search_chunks` (`entry`);--> statement-breakpoint
CREATE TABLE `search_entries` (
	`number` integer PRIMARY KEY NOT NULL,
	`microsite_id` text NOT NULL,
	FOREIGN KEY (`microsite_id`) REFERENCES `microsites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_entries_microsite_id_unique` ON `search_entries` (`microsite_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`method` text,
	`second_method` text,
	`second_at` integer,
	`proved_at` integer,
	`user_agent` text,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `shareable_links` (
	`id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`microsite_id` text NOT NULL,
	`created_by_user_id` text NOT NULL,
	`label` text,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`password_hash` text,
	`asks_email` integer DEFAULT false NOT NULL,
	`sections` text,
	`with_video` integer DEFAULT false NOT NULL,
	`when_ready` integer DEFAULT false NOT NULL,
	`early` integer DEFAULT false NOT NULL,
	`view_count` integer DEFAULT 0 NOT NULL,
	`last_opened_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`microsite_id`) REFERENCES `microsites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shareable_links_token_unique` ON `shareable_links` (`token`);--> statement-breakpoint
CREATE INDEX `shareable_links_user` ON `shareable_links` (`created_by_user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `shareable_links_microsite` ON `shareable_links` (`microsite_id`);--> statement-breakpoint
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
CREATE TABLE `signing_keys` (
	`kid` text PRIMARY KEY NOT NULL,
	`private_jwk` text NOT NULL,
	`state` text DEFAULT 'current' NOT NULL,
	`retires_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `spent_proofs` (
	`hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`plan_id` text NOT NULL,
	`status` text NOT NULL,
	`current_period_end` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `tags` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`color` text NOT NULL,
	`description` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_name` ON `tags` (`user_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `unfinished_restores` (
	`source` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `uploads` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`filename` text,
	`filetype` text,
	`size` integer,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	`speech_hints` text,
	`speech_at` integer,
	`speech_at_bytes` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `uploads_user` ON `uploads` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
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
CREATE UNIQUE INDEX `users_email` ON `users` (`email`) WHERE confirmed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `users_phone` ON `users` (`phone`) WHERE confirmed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `users_pending_email` ON `users` (`email`,(password_hash is null)) WHERE confirmed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `users_pending_phone` ON `users` (`phone`,(password_hash is null)) WHERE confirmed_at is null;--> statement-breakpoint
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
CREATE TABLE `workers` (
	`id` text PRIMARY KEY NOT NULL,
	`engines` text NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `wrong_guesses` (
	`subject` text NOT NULL,
	`client` text NOT NULL,
	`wrong` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`subject`, `client`)
);
--> statement-breakpoint
-- Written by hand, because the schema can't describe it: the search index (text-search.ts).
-- Rows store no text, only the positions of words. Words arrive normalised (search-text.ts), separated by spaces, and
-- begin with eight characters that name their owner, so prefixes of one to three letters have their own lists.
CREATE VIRTUAL TABLE search_index USING fts5(
  words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '9 10 11'
);
--> statement-breakpoint
CREATE TRIGGER search_chunks_delete AFTER DELETE ON search_chunks BEGIN
  DELETE FROM search_index WHERE rowid = old.id;
END;
