import type { LinkSection } from '@callfolio/shared/contract/share.ts'
import type { Columns } from '../columns.ts'
import { commonColumns } from './common-columns.ts'
import type { micrositeTables } from './microsites.table.ts'
import type { userTables } from './users.table.ts'

/** Links and the appearance of their pages. */
export function sharingTables(
  columns: Columns,
  { users, microsites }: ReturnType<typeof userTables> & ReturnType<typeof micrositeTables>,
) {
  const { table, text, int, bool, json, time, index } = columns
  const { id, createdAt, updatedAt } = commonColumns(columns)

  const shareableLinks = table(
    'shareable_links',
    {
      id: id(),
      token: text('token').notNull().unique(),
      micrositeId: text('microsite_id')
        .notNull()
        .references(() => microsites.id, { onDelete: 'cascade' }),
      createdByUserId: text('created_by_user_id')
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      /** The owner's name for the link's recipient. */
      label: text('label'),
      expiresAt: time('expires_at').notNull(),
      /** When the link was revoked; the owner can restore it. */
      revokedAt: time('revoked_at'),
      passwordHash: text('password_hash'),
      asksEmail: bool('asks_email').notNull().default(false),
      /** The sections it shows; null: all. */
      sections: json<LinkSection[]>('sections'),
      withVideo: bool('with_video').notNull().default(false),
      /** Whether the page stays hidden until it is ready. */
      whenReady: bool('when_ready').notNull().default(false),
      /** Whether the link was created while the page was being prepared, before its owner could review it. */
      early: bool('early').notNull().default(false),
      viewCount: int('view_count').notNull().default(0),
      lastOpenedAt: time('last_opened_at'),
      createdAt: createdAt(),
    },
    (t) => [
      index('shareable_links_user').on(t.createdByUserId, t.createdAt),
      index('shareable_links_microsite').on(t.micrositeId),
    ],
  )

  /** One counted view of a link. */
  const linkViews = table(
    'link_views',
    {
      id: id(),
      linkId: text('link_id')
        .notNull()
        .references(() => shareableLinks.id, { onDelete: 'cascade' }),
      /** As the visitor entered it, where the link requires it. */
      email: text('email'),
      /** The sections that were visible on the screen, in the order they were reached. */
      sections: json<LinkSection[]>('sections').notNull(),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (t) => [index('link_views_link').on(t.linkId, t.createdAt)],
  )

  /** The appearance of a user's microsites and shared pages. */
  const brandings = table('brandings', {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `#rrggbb`, lowercase. */
    accent: text('accent'),
    /** The logo's random file name, so that its public address reveals nothing about the user. */
    logoName: text('logo_name').unique(),
    updatedAt: updatedAt(),
  })

  return { shareableLinks, linkViews, brandings }
}
