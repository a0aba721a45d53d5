import type { CreateLinkReply } from '@callfolio/shared/contract/share.ts'
import { formatDay } from '@callfolio/shared/format.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { CopyField, useCopy, type CopyState } from '@callfolio/shared/ui/copy-field.tsx'
import { UnreachableNote } from '@callfolio/shared/ui/unreachable-note.tsx'

interface NewLinkProps {
  link: CreateLinkReply
  /** Empty: none. */
  password: string
  copyState: CopyState
  onCopy: (url: string) => void
  onAnother: () => void
  onDone: () => void
}

/** The newly created link. */
export function NewLink({ link, password, copyState, onCopy, onAnother, onDone }: NewLinkProps) {
  return (
    <div className="grid min-w-0 gap-5">
      <div className="grid min-w-0 gap-2">
        <CopyField
          label="Shareable link"
          value={link.share_url}
          state={copyState}
          onCopy={() => onCopy(link.share_url)}
        />
        <p className="text-13 text-muted">Expires {formatDay(link.expires_at)}. Manage it in Shared Sites.</p>
      </div>
      {password !== '' && <NewLinkPassword password={password} />}
      {!link.reachable && <UnreachableNote />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onAnother}>
          Create another link
        </Button>
        <Button ref={takeFocus} onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}

/** The button that created the link is gone, and the focus must not be lost with it. */
function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus()
}

const COPIED_MS = 2000

/** The password of a newly created link, shown for the last time. */
function NewLinkPassword({ password }: { password: string }) {
  const { state, copy } = useCopy(COPIED_MS)
  return (
    <div className="grid min-w-0 gap-2">
      <p className="text-13 font-medium">Password</p>
      <CopyField
        label="Link password"
        what="Password"
        value={password}
        state={state}
        onCopy={() => void copy(password)}
      />
      <p className="text-13 text-muted">Send it separately from the link. It won’t be shown again.</p>
    </div>
  )
}
