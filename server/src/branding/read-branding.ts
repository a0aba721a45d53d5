import type { Branding } from '@callfolio/shared/contract/branding.ts'
import type { BrandingsRepo } from './brandings-repo.ts'
import { logoPath } from './logo-file.ts'

/** How a user's pages look. @param origin what the logo's address starts with. */
export async function readBranding(
  { brandings }: { brandings: BrandingsRepo },
  userId: string,
  origin: string,
): Promise<Branding> {
  const row = await brandings.find(userId)
  return { accent: row?.accent ?? null, logo_url: row?.logoName ? new URL(logoPath(row.logoName), origin).href : null }
}
