interface StepListProps {
  /** The seven step names. */
  steps: readonly string[]
  /** Index of the running step; 7 when all are done. */
  current: number
  /** Progress of the running step, in words and numbers. */
  detail: string | null
  /** The running step failed. */
  failed?: boolean
}

type StepState = 'done' | 'running' | 'failed' | 'waiting'

/** The seven steps from upload to page; the running one shows its progress. */
export function StepList({ steps, current, detail, failed = false }: StepListProps) {
  return (
    <ol className="grid gap-0.5">
      {steps.map((step, index) => {
        const state = getState(index, current, failed)
        return (
          <li
            key={step}
            aria-current={state === 'running' ? 'step' : undefined}
            className={`flex gap-3 py-1.5 text-15 ${state === 'waiting' ? 'text-muted' : 'text-ink'}`}
          >
            <StepMark state={state} />
            <div className="min-w-0">
              <span className={state === 'running' || state === 'failed' ? 'font-medium' : ''}>{step}</span>
              <span className="sr-only">{` (${state})`}</span>
              {state === 'running' && detail !== null && (
                <p className="text-13 break-words text-muted tabular-nums">{detail}</p>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function getState(index: number, current: number, failed: boolean): StepState {
  if (index < current) return 'done'
  if (index > current) return 'waiting'
  return failed ? 'failed' : 'running'
}

const MARKS: Record<StepState, string> = {
  done: 'border-accent-fill bg-accent-fill text-white',
  running: 'border-accent text-accent',
  failed: 'border-danger text-danger',
  waiting: 'border-line-strong text-transparent',
}

function StepMark({ state }: { state: StepState }) {
  return (
    <span
      aria-hidden
      className={`mt-0.5 grid size-[18px] shrink-0 place-items-center rounded-full border-[1.5px] ${MARKS[state]}`}
    >
      {state === 'done' && (
        <svg
          viewBox="0 0 12 12"
          width="10"
          height="10"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d="m2.5 6.5 2.4 2.4 4.6-5.3" />
        </svg>
      )}
      {state === 'running' && <span className="size-2 animate-breathe rounded-full bg-current" />}
      {state === 'failed' && (
        <svg
          viewBox="0 0 12 12"
          width="9"
          height="9"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
        >
          <path d="m3 3 6 6m0-6L3 9" />
        </svg>
      )}
    </span>
  )
}
