import type { ReactNode } from 'react'
import { stepNames } from '../progress/steps.ts'
import { StepList } from './step-list.tsx'

interface ProgressBarProps {
  /** 0–100; higher values are shown as full. */
  percent: number
  label: string
  thin?: boolean
}

/** An actual progress bar, announced with its label. */
export function ProgressBar({ percent, label, thin = false }: ProgressBarProps) {
  const value = Math.round(Math.min(100, Math.max(0, percent)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
      className={`overflow-hidden rounded-full bg-line ${thin ? 'h-1' : 'h-2'}`}
    >
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-200 ease-out"
        style={{ width: `${value}%` }}
      />
    </div>
  )
}

interface ProgressPanelProps {
  step: number
  percent: number
  detail: string | null
  /** Processing hasn't started. */
  waiting?: boolean
  /** A model is known to do the transcription. */
  byModel?: boolean
  /** Lines below the steps: the estimate, what is safe, where to go. */
  children?: ReactNode
}

/** The overall percentage and the seven steps. Steps are announced, numbers are not. */
export function ProgressPanel({
  step,
  percent,
  detail,
  waiting = false,
  byModel = false,
  children,
}: ProgressPanelProps) {
  const steps = stepNames(byModel)
  return (
    <div className="grid gap-6">
      <div className="grid gap-2.5">
        <div className="flex items-baseline justify-between gap-4">
          <p aria-live="polite" className="text-15 font-medium">
            {waiting ? 'Waiting' : (steps[step] ?? 'Done')}
          </p>
          <p className="text-21 font-semibold tabular-nums">{percent}%</p>
        </div>
        <ProgressBar percent={percent} label="Overall progress" />
      </div>
      <StepList steps={steps} current={step} detail={detail} />
      {children !== undefined && (
        <div className="grid gap-3 border-t border-line pt-5 text-15 text-muted">{children}</div>
      )}
    </div>
  )
}
