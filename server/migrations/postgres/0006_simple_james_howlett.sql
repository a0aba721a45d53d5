ALTER TABLE "microsites" ADD COLUMN "withheld" jsonb;--> statement-breakpoint
ALTER TABLE "microsites" ADD COLUMN "analysis_notice" text;--> statement-breakpoint
ALTER TABLE "microsites" ADD COLUMN "reviewed_at" timestamp (3) with time zone;