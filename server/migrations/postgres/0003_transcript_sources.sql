ALTER TABLE "microsites" ADD COLUMN "title_given" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "microsites" ADD COLUMN "recap_language" text;--> statement-breakpoint
ALTER TABLE "microsites" ADD COLUMN "transcript_request" jsonb;--> statement-breakpoint
ALTER TABLE "microsites" ADD COLUMN "replacing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "microsites" ADD COLUMN "analysis_use" jsonb;--> statement-breakpoint
ALTER TABLE "microsites" ADD COLUMN "chapters" jsonb;