import { useEffect, useRef } from 'react'
import type { RichText } from '@callfolio/shared/client/clipboard.ts'
import { Dialog } from '../../ui/dialog.tsx'

/** What the browser did not let onto the clipboard, selected, so that two keys copy it with its looks. */
export function CopyByHandDialog({ content, onClose }: { content: RichText | null; onClose: () => void }) {
  return (
    <Dialog
      open={content !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Copy for Google Docs"
      description="The browser did not allow copying. The text is selected: copy it with Ctrl+C or ⌘C and paste it into a document."
    >
      {content && <SelectedText html={content.html} />}
    </Dialog>
  )
}

function SelectedText({ html }: { html: string }) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    // A document that was parsed this way runs no script.
    place.current?.replaceChildren(...new DOMParser().parseFromString(html, 'text/html').body.childNodes)
    place.current?.focus()
    if (place.current) getSelection()?.selectAllChildren(place.current)
  }, [html])
  return (
    <article
      ref={place}
      tabIndex={0}
      aria-label="Text to copy"
      // As a document looks on its own, because the browser copies what it shows.
      className="max-h-[50dvh] overflow-y-auto rounded border border-line bg-white p-4 leading-normal wrap-anywhere text-black scheme-light [&_*]:[all:revert]"
    />
  )
}
