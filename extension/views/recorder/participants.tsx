import { getFullName } from '@callfolio/shared/client/first-name.ts'
import { describeParticipants } from '@callfolio/shared/participants.ts'
import { useSession } from '../account/session-provider.tsx'

/** The others in a call, in one line; nothing when none are known. */
export function Participants({ names }: { names: readonly string[] }) {
  const { user } = useSession()
  const text = describeParticipants(names, user === null ? '' : getFullName(user))
  return (
    text !== null && (
      <p title={names.join(', ')} className="truncate text-13 text-muted">
        {text}
      </p>
    )
  )
}
