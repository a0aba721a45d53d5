import { useCopy } from '@callfolio/shared/ui/use-copy.ts'
import { CopyField } from '@callfolio/shared/ui/copy-field.tsx'

const COPIED_MS = 2000

/** The password of a link that was just made, for the last time. */
export function NewLinkPassword({ password }: { password: string }) {
  const { state, copy } = useCopy(COPIED_MS)
  return (
    <div className="grid min-w-0 gap-2">
      <p className="text-13 font-medium">Its password</p>
      <CopyField
        label="Password of the link"
        what="Password"
        value={password}
        state={state}
        onCopy={() => void copy(password)}
      />
      <p className="text-13 text-muted">Send it by another way than the link. It is not shown again.</p>
    </div>
  )
}
