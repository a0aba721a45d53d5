import type { ReactNode } from 'react'
import { PageTitle } from '../../ui/page-title.tsx'

interface UploadFrameProps {
  title: string
  subtitle?: string | undefined
  children: ReactNode
}

/** The narrow column of the upload views. */
export function UploadFrame({ title, subtitle, children }: UploadFrameProps) {
  return (
    <main className="mx-auto max-w-[40rem] px-5 py-8 sm:px-8 sm:py-12">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-28 font-semibold tracking-tight">{title}</h1>
      {subtitle !== undefined && <p className="mt-1 text-15 break-words text-muted">{subtitle}</p>}
      <div className="mt-8">{children}</div>
    </main>
  )
}
