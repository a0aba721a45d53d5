import type { SharedPage } from '@callfolio/shared/page/shared-page.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { ProductLogo } from './page-header.tsx'
import { useWords } from './words.ts'

type GatePage = Extract<SharedPage, { state: 'gate' }>

const PROBLEM_ID = 'problem'

/**
 * Asks for a protected link's requirements, in a form that needs no script. It reveals nothing of the page behind it.
 */
export function GateScreen({ page: { asks, problem, email } }: { page: GatePage }) {
  const { words: all } = useWords()
  const words = all.gate
  return (
    <div className="min-h-dvh px-5 py-5 sm:px-8">
      <header>
        <ProductLogo />
      </header>
      <main className="mx-auto grid max-w-[26rem] gap-6 pt-[14vh]">
        <div className="grid gap-3">
          <h1 className="text-28 font-semibold tracking-tight">{words.title}</h1>
          <p className="text-17 text-muted">
            {asks.password && asks.email ? words.both : asks.password ? words.password : words.email}
          </p>
        </div>
        <form method="post" className="grid gap-5">
          {problem !== null && (
            <p id={PROBLEM_ID} role="alert" className="text-15 text-danger">
              {all.gateProblems[problem]}
            </p>
          )}
          {asks.email && (
            <TextField
              label={words.emailField}
              hint={words.emailHint}
              // Browsers reject other scripts' letters in email fields.
              type="text"
              inputMode="email"
              autoCapitalize="none"
              name="email"
              autoComplete="email"
              required
              maxLength={254}
              defaultValue={email}
              aria-describedby={problem === null ? undefined : PROBLEM_ID}
            />
          )}
          {asks.password && (
            <TextField
              label={words.passwordField}
              type="password"
              name="password"
              autoComplete="off"
              required
              aria-describedby={problem === null ? undefined : PROBLEM_ID}
            />
          )}
          <Button type="submit" className="justify-self-start">
            {words.open}
          </Button>
        </form>
      </main>
    </div>
  )
}
