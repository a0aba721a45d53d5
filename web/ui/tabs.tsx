import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

interface TabsProps<Id extends string> {
  label: string
  tabs: readonly { id: Id; title: string; content: ReactNode }[]
  selected: Id
  onSelect: (id: Id) => void
}

/** Views side by side, one at a time; arrow keys move between their names. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  return (
    <Radix.Root value={selected} onValueChange={(id) => onSelect(id as Id)} className="grid min-w-0 grid-cols-1 gap-6">
      <Radix.List
        aria-label={label}
        className="-mx-5 flex gap-6 overflow-x-auto border-b border-line px-5 [scrollbar-width:none] sm:mx-0 sm:px-0"
      >
        {tabs.map(({ id, title }) => (
          <Radix.Trigger
            key={id}
            value={id}
            className="-mb-px border-b-2 border-transparent py-2.5 text-15 font-medium whitespace-nowrap text-muted transition-colors duration-150 -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {title}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ id, content }) => (
        <Radix.Content key={id} value={id} className="min-w-0 rounded-sm">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
