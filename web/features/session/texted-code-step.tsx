import { useMutation } from '@tanstack/react-query'
import type { GoTrueClient } from '@supabase/auth-js'
import { sentenceFor } from '@callfolio/shared/client/credentials.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button, TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { getData } from '../../lib/auth-answer.ts'
import { CodeForm } from './code-form.tsx'
import type { Way } from './second-factor-ways.ts'

interface TextedCodeStepProps {
  auth: GoTrueClient
  way: Pick<Way, 'factorId' | 'ending'>
  onDone: () => void
}

/** Texts a code to a phone on request, and checks it. */
export function TextedCodeStep({ auth, way: { factorId, ending }, onDone }: TextedCodeStepProps) {
  const send = useMutation({
    mutationFn: async () => getData(await auth.mfa.challenge({ factorId, channel: 'sms' })),
  })
  const challengeId = send.data?.id
  const check = async (code: string) => {
    const { error } = await auth.mfa.verify({ factorId, challengeId: challengeId ?? '', code })
    return error && sentenceFor(error)
  }
  const number = ending === null ? 'your phone' : `the number ending in ${ending}`
  return (
    <div className="mt-2 grid gap-4">
      <p className="text-15 text-muted">
        {challengeId === undefined
          ? `We’ll text a code to ${number}.`
          : `Enter the six-digit code we texted to ${number}.`}
      </p>
      {send.isError && <Banner tone="danger">{send.error.message}</Banner>}
      {challengeId === undefined ? (
        <Button disabled={send.isPending} onClick={() => send.mutate()} className="mt-2">
          {send.isPending ? 'Sending...' : 'Text me a code'}
        </Button>
      ) : (
        <div className="-mt-4 grid gap-4">
          <CodeForm takesFocus check={check} onDone={onDone} />
          <button
            type="button"
            disabled={send.isPending}
            onClick={() => send.mutate()}
            className={`justify-self-start text-15 ${TEXT_LINK}`}
          >
            {send.isPending ? 'Sending...' : 'Text a new code'}
          </button>
        </div>
      )}
    </div>
  )
}
