ALTER TABLE "shareable_links" ADD COLUMN "when_ready" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shareable_links" ADD COLUMN "early" boolean DEFAULT false NOT NULL;