import { getFullName } from '@callfolio/shared/client/first-name.ts'
import { describeParticipants } from '@callfolio/shared/participants.ts'
import { useSession } from '../account/session-provider.tsx'

/** The others in a call, in one line; nothing when none are known. */
export function Participants({ names }: { names: readonly string[] }) {
  const { user } = useSession()
  const described = describeParticipants(names, user === null ? '' : getFullName(user))
  return (
    described !== null && (
      <p title={names.join(', ')} className="flex min-w-0 text-13 text-muted">
        <span className="truncate">{described.listed}</span>
        <span className="shrink-0 whitespace-pre">{described.others}</span>
      </p>
    )
  )
}
