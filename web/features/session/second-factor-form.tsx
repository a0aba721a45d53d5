import { useState } from 'react'
import type { Factor, GoTrueClient } from '@supabase/auth-js'
import { sentenceFor } from '@callfolio/shared/client/credentials.ts'
import { TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { CodeForm } from './code-form.tsx'
import { KeyStep } from './key-step.tsx'
import { getWays, type Way } from './second-factor-ways.ts'
import { TextedCodeStep } from './texted-code-step.tsx'

interface SecondFactorFormProps {
  auth: GoTrueClient
  factors: readonly Factor[]
  onDone: () => void
}

/** Asks for one of the user's second factors: a security key, a code from an app or phone, or a recovery code. */
export function SecondFactorForm({ auth, factors, onDone }: SecondFactorFormProps) {
  const ways = getWays(factors)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const way = ways.find(({ factorId }) => factorId === chosenId) ?? ways[0]
  return (
    <>
      <h1 className="text-28 font-semibold tracking-tight">One more step</h1>
      {/* Another method starts empty. */}
      {way && <Step key={way.factorId} auth={auth} way={way} chosen={chosenId !== null} onDone={onDone} />}
      {ways.length > 1 && (
        <ul aria-label="Other methods" className="mt-5 grid justify-items-start gap-2.5">
          {ways
            .filter((other) => other !== way)
            .map(({ factorId, link }) => (
              <li key={factorId} className="max-w-full">
                <button
                  type="button"
                  onClick={() => setChosenId(factorId)}
                  className={`text-left text-15 wrap-anywhere ${TEXT_LINK}`}
                >
                  {link}
                </button>
              </li>
            ))}
        </ul>
      )}
    </>
  )
}

interface StepProps {
  auth: GoTrueClient
  way: Way
  /** Opened by a link that is gone now. */
  chosen: boolean
  onDone: () => void
}

function Step({ auth, way, chosen, onDone }: StepProps) {
  if (way.kind === 'webauthn') return <KeyStep auth={auth} way={way} onDone={onDone} />
  if (way.kind === 'phone') return <TextedCodeStep auth={auth} way={way} onDone={onDone} />
  const recovery = way.kind === 'recovery_code'
  const check = async (code: string) => {
    const { error } = recovery
      ? await auth.mfa.recoveryCodes.verify({ code })
      : await auth.mfa.challengeAndVerify({ factorId: way.factorId, code })
    return error && sentenceFor(error)
  }
  return (
    <>
      <p className="mt-2 text-15 text-muted">
        {recovery
          ? 'Enter one of your recovery codes. Each works once.'
          : 'Enter the six-digit code from your authenticator app.'}
      </p>
      <CodeForm
        label={recovery ? 'Recovery code' : 'Code'}
        inputMode={recovery ? 'text' : 'numeric'}
        takesFocus={chosen}
        check={check}
        onDone={onDone}
      />
    </>
  )
}
