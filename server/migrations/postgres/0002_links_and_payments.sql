CREATE TABLE "link_views" (
	"id" text PRIMARY KEY NOT NULL,
	"link_id" text NOT NULL,
	"email" text,
	"sections" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_customers" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"user_id" text,
	"plan_id" text NOT NULL,
	"status" text NOT NULL,
	"current_period_end" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shareable_links" ADD COLUMN "revoked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shareable_links" ADD COLUMN "password_hash" text;--> statement-breakpoint
ALTER TABLE "shareable_links" ADD COLUMN "asks_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shareable_links" ADD COLUMN "sections" jsonb;--> statement-breakpoint
ALTER TABLE "shareable_links" ADD COLUMN "with_video" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shareable_links" ADD COLUMN "last_opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "link_views" ADD CONSTRAINT "link_views_link_id_shareable_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."shareable_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_subscriptions" ADD CONSTRAINT "payment_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_views_link" ON "link_views" USING btree ("link_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_customers_user" ON "payment_customers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_subscriptions_customer" ON "payment_subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "payment_subscriptions_user" ON "payment_subscriptions" USING btree ("user_id");