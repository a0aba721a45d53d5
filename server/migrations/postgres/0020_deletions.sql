CREATE TABLE "deletions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"microsite_id" text NOT NULL,
	"source_key" text,
	"objects" integer NOT NULL,
	"links" integer NOT NULL,
	"digest" text NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deletion_due_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "deletions_user" ON "deletions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "deletions_finished" ON "deletions" USING btree ("finished_at");