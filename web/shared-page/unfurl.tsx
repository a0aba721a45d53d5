import { BRAND } from '@callfolio/shared/brand.ts'
import type { PageWords } from '@callfolio/shared/page-words/en.ts'
import type { SharedMicrosite } from '@callfolio/shared/contract/share.ts'

const DESCRIPTION_LENGTH = 200
/** The preview card in chats and email programs; every inactive link has the product's own, whatever the reason. */
export function Unfurl({
  microsite,
  words,
  picture,
}: {
  microsite: SharedMicrosite | null
  words: PageWords
  picture: string
}) {
  const title = microsite === null ? BRAND.name : getTitle(microsite, words)
  const description = cut((microsite && (microsite.description ?? microsite.summary)) ?? BRAND.tagline)
  return (
    <>
      <title>{microsite === null ? `${words.unnamedLink} · ${BRAND.name}` : `${title} · ${BRAND.name}`}</title>
      <meta name="description" content={description} />
      <meta property="og:type" content={microsite === null ? 'website' : 'article'} />
      <meta property="og:site_name" content={BRAND.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** Cuts after the last word that fits. */
function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= DESCRIPTION_LENGTH) return line
  const fitting = line.slice(0, DESCRIPTION_LENGTH)
  return `${fitting.slice(0, Math.max(fitting.lastIndexOf(' '), DESCRIPTION_LENGTH / 2))}…`
}

/** The page's title; an empty one becomes the default. */
export function getTitle(
  { title }: Pick<SharedMicrosite, 'title'>,
  { usualTitle }: Pick<PageWords, 'usualTitle'>,
): string {
  return title.trim() || usualTitle
}
