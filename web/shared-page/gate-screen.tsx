import type { SharedPage } from '@callfolio/shared/shared-page.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { ProductLogo } from './page-header.tsx'

type GatePage = Extract<SharedPage, { state: 'gate' }>

const PROBLEM_ID = 'problem'

/** Asks for what a protected link asks for: a form that needs no script. It tells nothing of what is behind it. */
export function GateScreen({ page: { asks, problem, email } }: { page: GatePage }) {
  return (
    <div className="min-h-dvh px-5 py-5 sm:px-8">
      <header>
        <ProductLogo />
      </header>
      <main className="mx-auto grid max-w-[26rem] gap-6 pt-[14vh]">
        <div className="grid gap-3">
          <h1 className="text-28 font-semibold tracking-tight">Protected link</h1>
          <p className="text-17 text-muted">{wordsOf(asks)}</p>
        </div>
        <form method="post" className="grid gap-5">
          {problem !== null && (
            <p id={PROBLEM_ID} role="alert" className="text-15 text-danger">
              {problem}
            </p>
          )}
          {asks.email && (
            <TextField
              label="E-mail address"
              hint="Whoever shared this page sees it beside your visit."
              type="email"
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
              label="Password"
              type="password"
              name="password"
              autoComplete="off"
              required
              aria-describedby={problem === null ? undefined : PROBLEM_ID}
            />
          )}
          <button type="submit" className={`justify-self-start ${buttonClass()}`}>
            Open the page
          </button>
        </form>
      </main>
    </div>
  )
}

function wordsOf({ password, email }: GatePage['asks']): string {
  if (password && email) return 'To open this page, enter your e-mail address and the password you were given.'
  return password
    ? 'To open this page, enter the password you were given.'
    : 'To open this page, enter your e-mail address.'
}
