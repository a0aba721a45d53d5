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
ALTER TABLE "microsites" ADD COLUMN "media_removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "microsites" ADD COLUMN "transcript_removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "microsites" ADD COLUMN "consent_stated" jsonb;--> statement-breakpoint
ALTER TABLE "retention_pins" ADD CONSTRAINT "retention_pins_microsite_id_microsites_id_fk" FOREIGN KEY ("microsite_id") REFERENCES "public"."microsites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_steps" ADD CONSTRAINT "retention_steps_microsite_id_microsites_id_fk" FOREIGN KEY ("microsite_id") REFERENCES "public"."microsites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retentions" ADD CONSTRAINT "retentions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;