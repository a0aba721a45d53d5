import type { RichText } from '../../lib/clipboard.ts'
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
      {/* Written by our own exporter, which escapes all words of the call. */}
      <article
        ref={select}
        tabIndex={0}
        aria-label="Text to copy"
        className="max-h-[50dvh] overflow-y-auto rounded border border-line bg-white p-4 text-black"
        dangerouslySetInnerHTML={{ __html: content?.html ?? '' }}
      />
    </Dialog>
  )
}

function select(region: HTMLElement | null): void {
  if (region === null) return
  region.focus()
  getSelection()?.selectAllChildren(region)
}
