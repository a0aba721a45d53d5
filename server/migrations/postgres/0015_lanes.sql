CREATE TABLE "measured_speeds" (
	"name" text PRIMARY KEY NOT NULL,
	"units" double precision NOT NULL,
	"seconds" double precision NOT NULL
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "lane" text DEFAULT 'short' NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "owner" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "turn" integer;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "claimed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "stops" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "milestone" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "jobs_turn" ON "jobs" USING btree ("turn");--> statement-breakpoint
CREATE INDEX "jobs_owner" ON "jobs" USING btree ("owner","lane","turn");