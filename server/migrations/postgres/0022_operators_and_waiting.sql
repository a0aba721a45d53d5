ALTER TABLE "microsites" ADD COLUMN "until_model" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_operator" boolean DEFAULT false NOT NULL;