import type { ReactNode } from 'react'
import { PageDescription, PageTitle } from '../../ui/page-title.tsx'
import { SitePage } from '../marketing/site-page.tsx'
import { LegalFact, LegalLink } from './legal-facts.tsx'
import type { LegalNode, LegalText } from './legal-text.ts'

/** A legal text in one reading column, with a table of contents next to it if there is space. */
export function LegalPage({ title, summary, date, sections }: LegalText) {
  return (
    <SitePage>
      <PageTitle>{title}</PageTitle>
      <PageDescription>{summary}</PageDescription>
      <div className="mx-auto grid max-w-[75rem] justify-between gap-x-20 px-5 pt-14 pb-24 sm:px-8 sm:pt-20 lg:grid-cols-[minmax(0,36rem)_15rem]">
        <article className="grid max-w-[36rem] content-start gap-12">
          <header className="grid gap-3">
            <h1 className="text-40 font-semibold tracking-[-0.03em]">{title}</h1>
            <p className="text-21 text-muted">{summary}</p>
            <p className="text-15 text-muted">{date}</p>
          </header>
          {sections.map(({ id, title, content }, index) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="grid scroll-mt-24 gap-4">
              <h2 id={`${id}-title`} className="text-21 font-semibold tracking-tight">
                {index + 1}. {title}
              </h2>
              <div className="grid gap-4 text-17 [&_li]:pl-1 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-5 [&_ul]:marker:text-muted">
                {content.map(render)}
              </div>
            </section>
          ))}
        </article>
        <nav aria-label="Contents" className="sticky top-28 hidden self-start lg:block">
          <p className="mb-2 text-13 font-medium">On this page</p>
          <ul className="grid gap-1.5 border-l border-line">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="-ml-px block border-l border-transparent pl-4 text-13 text-muted hover:border-ink hover:text-ink"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </SitePage>
  )
}

const TAGS = { paragraph: 'p', list: 'ul', item: 'li' } as const

function render(node: LegalNode, key: number): ReactNode {
  if (typeof node === 'string') return node
  if (node.type === 'fact') return <LegalFact key={key} name={node.name} />
  const content = node.content.map(render)
  if (node.type === 'link') {
    return (
      <LegalLink key={key} to={node.to}>
        {content}
      </LegalLink>
    )
  }
  const Tag = TAGS[node.type]
  return <Tag key={key}>{content}</Tag>
}
