import type { SharedVideo } from '@callfolio/shared/shared-page.ts'

/** The recording where its owner shows it; on a phone it stands above the text, and stays in sight while it plays. @param startMs where it begins, in ms. */
export function Recording({ video: { src, poster }, startMs }: { video: SharedVideo; startMs: number | null }) {
  return (
    <video
      // The fragment takes the player there, also where no script runs.
      src={startMs === null ? src : `${src}#t=${startMs / 1000}`}
      poster={poster ?? undefined}
      controls
      controlsList="nodownload"
      playsInline
      preload="metadata"
      aria-label="Recording"
      className="order-first block aspect-video w-full rounded bg-black object-contain max-lg:top-0 max-lg:z-10 max-lg:data-playing:sticky max-lg:max-h-[38dvh] lg:order-none lg:shrink-0 print:hidden"
    />
  )
}
