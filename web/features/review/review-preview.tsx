import { useEffect, useRef, useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { getSharedOutline, type MicrositeOutline } from '@callfolio/shared/page/microsite-outline.ts'

const LISTS = [
  ['quotes', 'Quotes'],
  ['action_points', 'Action Points'],
  ['important_points', 'Important Points'],
  ['todo_list', 'Todo List'],
] as const

/**
 * Preview of what recipients will see; items added since it opened are marked, and the last one is scrolled into
 * view.
 */
export function ReviewPreview({ site }: { site: Microsite }) {
  const outline = getSharedOutline(site)
  const texts = getTexts(outline)
  const [known] = useState(() => new Set([site.title, ...texts]))
  const pane = useRef<HTMLDivElement>(null)
  const added = [site.title, ...texts].filter((text) => !known.has(text))
  const shown = useRef<readonly string[]>([])
  useEffect(() => {
    const latest = added.find((text) => !shown.current.includes(text))
    shown.current = added
    const mark = [...(pane.current?.querySelectorAll<HTMLElement>('[data-added]') ?? [])].find(
      ({ dataset }) => dataset.added === latest,
    )
    // Only the pane scrolls, not its ancestors.
    if (mark && pane.current) pane.current.scrollTop = mark.offsetTop - pane.current.clientHeight / 2
  })
  const line = (text: string, quoted = false) => (
    <span
      data-added={known.has(text) ? undefined : text}
      className={known.has(text) ? '' : 'rounded-sm bg-accent-soft'}
    >
      {quoted ? `“${text}”` : text}
    </span>
  )
  const isEmpty = texts.length === 0
  return (
    <section aria-label="Recipients see" className="grid min-h-0 grid-cols-1 grid-rows-[auto_minmax(0,1fr)] gap-2">
      <h3 className="text-13 font-medium text-muted">Recipients see</h3>
      <div
        ref={pane}
        tabIndex={0}
        role="group"
        aria-label="Preview"
        className="relative grid grid-cols-1 content-start gap-5 rounded border border-line bg-paper p-4 text-13 wrap-anywhere lg:overflow-y-auto"
      >
        <p dir="auto" className="text-15 font-semibold">
          {line(site.title)}
        </p>
        {isEmpty && <p className="text-muted">No recap items yet.</p>}
        {outline.summary.text !== '' && (
          <p dir="auto" className="whitespace-pre-line">
            {outline.summary.sentences.length === 0
              ? outline.summary.text
              : outline.summary.sentences.map(({ text }, index) => <span key={index}>{line(text)} </span>)}
          </p>
        )}
        {LISTS.map(
          ([list, heading]) =>
            outline[list].length > 0 && (
              <div key={list} className="grid grid-cols-1 gap-1.5">
                <h4 className="font-medium text-muted">{heading}</h4>
                <ul className="grid list-disc grid-cols-1 gap-1.5 ps-4">
                  {outline[list].map(({ text }, index) => (
                    <li key={index} dir="auto">
                      {line(text, list === 'quotes')}
                    </li>
                  ))}
                </ul>
              </div>
            ),
        )}
      </div>
    </section>
  )
}

function getTexts(outline: MicrositeOutline): string[] {
  const { sentences, text } = outline.summary
  return [
    ...(sentences.length > 0 ? sentences.map((sentence) => sentence.text) : text === '' ? [] : [text]),
    ...LISTS.flatMap(([list]) => outline[list].map((item) => item.text)),
  ]
}
