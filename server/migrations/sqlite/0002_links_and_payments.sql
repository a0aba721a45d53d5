CREATE TABLE `link_views` (
	`id` text PRIMARY KEY NOT NULL,
	`link_id` text NOT NULL,
	`email` text,
	`sections` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`link_id`) REFERENCES `shareable_links`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `link_views_link` ON `link_views` (`link_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `payment_customers` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `payment_customers_user` ON `payment_customers` (`user_id`);--> statement-breakpoint
CREATE TABLE `payment_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`user_id` text,
	`plan_id` text NOT NULL,
	`status` text NOT NULL,
	`current_period_end` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `payment_subscriptions_customer` ON `payment_subscriptions` (`customer_id`);--> statement-breakpoint
CREATE INDEX `payment_subscriptions_user` ON `payment_subscriptions` (`user_id`);--> statement-breakpoint
ALTER TABLE `shareable_links` ADD `revoked_at` integer;--> statement-breakpoint
ALTER TABLE `shareable_links` ADD `password_hash` text;--> statement-breakpoint
ALTER TABLE `shareable_links` ADD `asks_email` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `shareable_links` ADD `sections` text;--> statement-breakpoint
ALTER TABLE `shareable_links` ADD `with_video` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `shareable_links` ADD `last_opened_at` integer;