CREATE TABLE "account_log" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"what" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "authorization_codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"hands_over" boolean DEFAULT false NOT NULL,
	"code_challenge" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "brandings" (
	"user_id" text PRIMARY KEY NOT NULL,
	"accent" text,
	"logo_name" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "brandings_logo_name_unique" UNIQUE("logo_name")
);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"factor_id" text,
	"kind" text NOT NULL,
	"expected" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deletions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"microsite_id" text NOT NULL,
	"part" text DEFAULT 'page' NOT NULL,
	"source_key" text,
	"objects" integer NOT NULL,
	"links" integer NOT NULL,
	"digest" text NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"event" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "factors" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"friendly_name" text,
	"status" text NOT NULL,
	"phone" text,
	"secret" text,
	"used_step" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"data" jsonb NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp (3) with time zone NOT NULL,
	"queued_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"lease_token" text,
	"error" text,
	"lane" text DEFAULT 'short' NOT NULL,
	"owner" text,
	"turn" integer,
	"claimed_at" timestamp (3) with time zone,
	"stops" integer DEFAULT 0 NOT NULL,
	"needs" text,
	"milestone" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "jobs_id_kind_pk" PRIMARY KEY("id","kind")
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_devices_user_id_fingerprint_pk" PRIMARY KEY("user_id","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "link_views" (
	"id" text PRIMARY KEY NOT NULL,
	"link_id" text NOT NULL,
	"email" text,
	"sections" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "measured_speeds" (
	"name" text PRIMARY KEY NOT NULL,
	"units" double precision NOT NULL,
	"seconds" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "microsite_counters" (
	"microsite_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"view_count" integer DEFAULT 0 NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"step_detail" text
);
--> statement-breakpoint
CREATE TABLE "microsite_documents" (
	"microsite_id" text PRIMARY KEY NOT NULL,
	"transcript" text,
	"segments" jsonb,
	"transcript_info" jsonb,
	"analysis_use" jsonb,
	"withheld" jsonb,
	"possible_steps" jsonb,
	"analysis_notice" text,
	"chapters" jsonb,
	"suggested_speakers" jsonb,
	"private_lines" jsonb,
	"participants" jsonb,
	"summary" text,
	"gpt_summaries" jsonb,
	"gpt_summary" text,
	"summary_evidence" jsonb,
	"quotes" jsonb,
	"gpt_quotes" jsonb,
	"action_points" jsonb,
	"gpt_action_points" jsonb,
	"important_points" jsonb,
	"gpt_important_points" jsonb,
	"todo_list" jsonb,
	"gpt_todo_list" jsonb
);
--> statement-breakpoint
CREATE TABLE "microsite_tags" (
	"microsite_id" text NOT NULL,
	"tag_id" text NOT NULL,
	CONSTRAINT "microsite_tags_microsite_id_tag_id_pk" PRIMARY KEY("microsite_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "microsites" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"title" text NOT NULL,
	"title_source" text DEFAULT 'typed' NOT NULL,
	"description" text,
	"status" text NOT NULL,
	"error_message" text,
	"failure_code" text,
	"source_key" text,
	"video_url" text,
	"language" text,
	"recap_language" text,
	"call_date" text,
	"consent_at" timestamp (3) with time zone,
	"transcript_request" jsonb,
	"replacing" boolean DEFAULT false NOT NULL,
	"awaiting" boolean DEFAULT false NOT NULL,
	"until_model" text,
	"poster_key" text,
	"duration_ms" integer,
	"damage" jsonb,
	"quota_period" text,
	"sample" boolean DEFAULT false NOT NULL,
	"engines" jsonb,
	"reviewed_at" timestamp (3) with time zone,
	"media_removed_at" timestamp (3) with time zone,
	"transcript_removed_at" timestamp (3) with time zone,
	"redacted" jsonb,
	"redacting" jsonb,
	"consent_stated" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"target" text NOT NULL,
	"code_challenge" text,
	"session_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_customers" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"user_id" text,
	"plan_id" text NOT NULL,
	"status" text NOT NULL,
	"current_period_end" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quotas" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"period" text NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "quotas_user_id_kind_period_pk" PRIMARY KEY("user_id","kind","period")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"factor_id" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"generation" bigint NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_pins" (
	"microsite_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_steps" (
	"microsite_id" text NOT NULL,
	"part" text NOT NULL,
	"warned_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "retention_steps_microsite_id_part_pk" PRIMARY KEY("microsite_id","part")
);
--> statement-breakpoint
CREATE TABLE "retentions" (
	"user_id" text PRIMARY KEY NOT NULL,
	"media_days" integer,
	"transcript_days" integer,
	"page_days" integer,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_chunks" (
	"id" bigint PRIMARY KEY NOT NULL,
	"entry" bigint NOT NULL,
	"lines" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_entries" (
	"number" bigserial PRIMARY KEY NOT NULL,
	"microsite_id" text NOT NULL,
	CONSTRAINT "search_entries_microsite_id_unique" UNIQUE("microsite_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"method" text,
	"second_method" text,
	"second_at" timestamp (3) with time zone,
	"proved_at" timestamp (3) with time zone,
	"user_agent" text,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shareable_links" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"microsite_id" text NOT NULL,
	"created_by_user_id" text NOT NULL,
	"label" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"password_hash" text,
	"asks_email" boolean DEFAULT false NOT NULL,
	"sections" jsonb,
	"with_video" boolean DEFAULT false NOT NULL,
	"when_ready" boolean DEFAULT false NOT NULL,
	"early" boolean DEFAULT false NOT NULL,
	"view_count" integer DEFAULT 0 NOT NULL,
	"last_opened_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shareable_links_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "sign_in_flows" (
	"hash" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"secrets" text NOT NULL,
	"browser_hash" text NOT NULL,
	"redirect_to" text NOT NULL,
	"code_challenge" text,
	"session_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"private_jwk" jsonb NOT NULL,
	"state" text DEFAULT 'current' NOT NULL,
	"retires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spent_proofs" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" text PRIMARY KEY NOT NULL,
	"plan_id" text NOT NULL,
	"status" text NOT NULL,
	"current_period_end" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"color" text NOT NULL,
	"description" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unfinished_restores" (
	"source" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"filename" text,
	"filetype" text,
	"size" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"speech_hints" text,
	"speech_at" timestamp (3) with time zone,
	"speech_at_bytes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text,
	"phone" text,
	"phone_verified_at" timestamp (3) with time zone,
	"is_anonymous" boolean DEFAULT false NOT NULL,
	"new_email" text,
	"new_email_old_side" boolean DEFAULT false NOT NULL,
	"new_email_new_side" boolean DEFAULT false NOT NULL,
	"second_factor" boolean DEFAULT false NOT NULL,
	"password_hash" text,
	"user_metadata" jsonb NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"verified_at" timestamp (3) with time zone,
	"last_sign_in_at" timestamp (3) with time zone,
	"is_operator" boolean DEFAULT false NOT NULL,
	"deletion_due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webauthn_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"factor_id" text,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"friendly_name" text,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webauthn_keys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "workers" (
	"id" text PRIMARY KEY NOT NULL,
	"engines" jsonb NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wrong_guesses" (
	"subject" text NOT NULL,
	"client" text NOT NULL,
	"wrong" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wrong_guesses_subject_client_pk" PRIMARY KEY("subject","client")
);
--> statement-breakpoint
ALTER TABLE "account_log" ADD CONSTRAINT "account_log_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorization_codes" ADD CONSTRAINT "authorization_codes_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brandings" ADD CONSTRAINT "brandings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_factor_id_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_views" ADD CONSTRAINT "link_views_link_id_shareable_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."shareable_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "microsite_counters" ADD CONSTRAINT "microsite_counters_microsite_id_microsites_id_fk" FOREIGN KEY ("microsite_id") REFERENCES "public"."microsites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "microsite_documents" ADD CONSTRAINT "microsite_documents_microsite_id_microsites_id_fk" FOREIGN KEY ("microsite_id") REFERENCES "public"."microsites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "microsite_tags" ADD CONSTRAINT "microsite_tags_microsite_id_microsites_id_fk" FOREIGN KEY ("microsite_id") REFERENCES "public"."microsites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "microsite_tags" ADD CONSTRAINT "microsite_tags_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "microsites" ADD CONSTRAINT "microsites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_subscriptions" ADD CONSTRAINT "payment_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotas" ADD CONSTRAINT "quotas_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_factor_id_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_pins" ADD CONSTRAINT "retention_pins_microsite_id_microsites_id_fk" FOREIGN KEY ("microsite_id") REFERENCES "public"."microsites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_steps" ADD CONSTRAINT "retention_steps_microsite_id_microsites_id_fk" FOREIGN KEY ("microsite_id") REFERENCES "public"."microsites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retentions" ADD CONSTRAINT "retentions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_chunks" ADD CONSTRAINT "search_chunks_entry_search_entries_number_fk" FOREIGN KEY ("entry") REFERENCES "public"."search_entries"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_entries" ADD CONSTRAINT "search_entries_microsite_id_microsites_id_fk" FOREIGN KEY ("microsite_id") REFERENCES "public"."microsites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shareable_links" ADD CONSTRAINT "shareable_links_microsite_id_microsites_id_fk" FOREIGN KEY ("microsite_id") REFERENCES "public"."microsites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shareable_links" ADD CONSTRAINT "shareable_links_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_flows" ADD CONSTRAINT "sign_in_flows_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webauthn_keys" ADD CONSTRAINT "webauthn_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webauthn_keys" ADD CONSTRAINT "webauthn_keys_factor_id_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_log_user" ON "account_log" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "authorization_codes_session" ON "authorization_codes" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "deletions_user" ON "deletions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "deletions_finished" ON "deletions" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "events_user" ON "events" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "factors_user" ON "factors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "identities_subject" ON "identities" USING btree ("provider","subject");--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "jobs_ready" ON "jobs" USING btree ("status","run_at");--> statement-breakpoint
CREATE INDEX "jobs_turn" ON "jobs" USING btree ("turn");--> statement-breakpoint
CREATE INDEX "jobs_owner" ON "jobs" USING btree ("owner","lane","turn");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_running" ON "jobs" USING btree ("id") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "link_views_link" ON "link_views" USING btree ("link_id","created_at");--> statement-breakpoint
CREATE INDEX "microsite_counters_most_views" ON "microsite_counters" USING btree ("user_id","view_count","created_at","microsite_id");--> statement-breakpoint
CREATE INDEX "microsite_counters_fewest_views" ON "microsite_counters" USING btree ("user_id","view_count","created_at" desc,"microsite_id" desc);--> statement-breakpoint
CREATE INDEX "microsite_tags_tag" ON "microsite_tags" USING btree ("tag_id");--> statement-breakpoint
CREATE INDEX "microsites_user" ON "microsites" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "microsites_status" ON "microsites" USING btree ("status","replacing");--> statement-breakpoint
CREATE UNIQUE INDEX "microsites_video" ON "microsites" USING btree ("video_url");--> statement-breakpoint
CREATE UNIQUE INDEX "microsites_source" ON "microsites" USING btree ("source_key");--> statement-breakpoint
CREATE UNIQUE INDEX "microsites_sample" ON "microsites" USING btree ("user_id") WHERE sample and status <> 'failed';--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_tokens_live" ON "one_time_tokens" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "one_time_tokens_target" ON "one_time_tokens" USING btree ("target");--> statement-breakpoint
CREATE INDEX "payment_customers_user" ON "payment_customers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_subscriptions_customer" ON "payment_subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "payment_subscriptions_user" ON "payment_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recovery_codes_factor" ON "recovery_codes" USING btree ("factor_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "search_chunks_entry" ON "search_chunks" USING btree ("entry");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "shareable_links_user" ON "shareable_links" USING btree ("created_by_user_id","created_at");--> statement-breakpoint
CREATE INDEX "shareable_links_microsite" ON "shareable_links" USING btree ("microsite_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name" ON "tags" USING btree ("user_id","name_key");--> statement-breakpoint
CREATE INDEX "uploads_user" ON "uploads" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email") WHERE confirmed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone" ON "users" USING btree ("phone") WHERE confirmed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_pending_email" ON "users" USING btree ("email",(password_hash is null)) WHERE confirmed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_pending_phone" ON "users" USING btree ("phone",(password_hash is null)) WHERE confirmed_at is null;--> statement-breakpoint
CREATE INDEX "webauthn_keys_user" ON "webauthn_keys" USING btree ("user_id");
--> statement-breakpoint
-- Written by hand, because the schema can't describe it: the search index (text-search.ts).
CREATE TABLE search_index (
  rowid bigint PRIMARY KEY REFERENCES search_chunks (id) ON DELETE CASCADE,
  words tsvector NOT NULL
);
--> statement-breakpoint
-- A search reads the ids of all matching chunks and never their words, so the words stay out of the rows.
ALTER TABLE search_index ALTER COLUMN words SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE search_index SET (toast_tuple_target = 128);
--> statement-breakpoint
CREATE INDEX search_index_words ON search_index USING gin (words);
