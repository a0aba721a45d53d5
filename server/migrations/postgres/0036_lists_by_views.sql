ALTER TABLE "microsite_counters" ADD COLUMN "user_id" text;--> statement-breakpoint
ALTER TABLE "microsite_counters" ADD COLUMN "created_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "microsite_counters_most_views" ON "microsite_counters" USING btree ("user_id","view_count","created_at","microsite_id");--> statement-breakpoint
CREATE INDEX "microsite_counters_fewest_views" ON "microsite_counters" USING btree ("user_id","view_count","created_at" desc,"microsite_id" desc);--> statement-breakpoint
-- Written by hand: those that there are.
UPDATE microsite_counters SET (user_id, created_at) = (SELECT user_id, created_at FROM microsites WHERE id = microsite_id);
