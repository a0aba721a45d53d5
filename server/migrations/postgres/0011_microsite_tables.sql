CREATE TABLE "microsite_counters" (
	"microsite_id" text PRIMARY KEY NOT NULL,
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
	"analysis_notice" text,
	"chapters" jsonb,
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
ALTER TABLE "microsite_counters" ADD CONSTRAINT "microsite_counters_microsite_id_microsites_id_fk" FOREIGN KEY ("microsite_id") REFERENCES "public"."microsites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "microsite_documents" ADD CONSTRAINT "microsite_documents_microsite_id_microsites_id_fk" FOREIGN KEY ("microsite_id") REFERENCES "public"."microsites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_chunks" ADD CONSTRAINT "search_chunks_entry_search_entries_number_fk" FOREIGN KEY ("entry") REFERENCES "public"."search_entries"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_entries" ADD CONSTRAINT "search_entries_microsite_id_microsites_id_fk" FOREIGN KEY ("microsite_id") REFERENCES "public"."microsites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_chunks_entry" ON "search_chunks" USING btree ("entry");