interface StepListProps {
  /** The seven step names. */
  steps: readonly string[]
  /** Index of the running step; 7 when all are done. */
  current: number
  /** Progress of the running step, in words and numbers. */
  detail: string | null
}

type StepState = 'done' | 'running' | 'waiting'

/** The seven steps from upload to page; the running one shows its progress. */
export function StepList({ steps, current, detail }: StepListProps) {
  return (
    <ol className="grid gap-0.5">
      {steps.map((step, index) => {
        const state = getState(index, current)
        return (
          <li
            key={step}
            aria-current={state === 'running' ? 'step' : undefined}
            className={`flex gap-3 py-1.5 text-15 ${state === 'waiting' ? 'text-muted' : 'text-ink'}`}
          >
            <StepMark state={state} />
            <div className="min-w-0">
              <span className={state === 'running' ? 'font-medium' : ''}>{step}</span>
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

function getState(index: number, current: number): StepState {
  if (index < current) return 'done'
  return index > current ? 'waiting' : 'running'
}

const MARKS: Record<StepState, string> = {
  done: 'border-accent-fill bg-accent-fill text-white',
  running: 'border-accent text-accent',
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
    </span>
  )
}
