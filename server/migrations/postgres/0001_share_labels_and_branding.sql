CREATE TABLE "brandings" (
	"user_id" text PRIMARY KEY NOT NULL,
	"accent" text,
	"logo_name" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "brandings_logo_name_unique" UNIQUE("logo_name")
);
--> statement-breakpoint
DROP INDEX "shareable_links_user";--> statement-breakpoint
ALTER TABLE "shareable_links" ADD COLUMN "label" text;--> statement-breakpoint
ALTER TABLE "brandings" ADD CONSTRAINT "brandings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shareable_links_user" ON "shareable_links" USING btree ("created_by_user_id","created_at");