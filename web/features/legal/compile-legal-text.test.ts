import { expect, test } from 'vitest'
import { compileLegalText } from './compile-legal-text.ts'

const HEAD = '# Terms\n\nA summary.\n\nEnforced July 7th 2025\n\n## First section\n\n'

test('compiles placeholders, links and lists', () => {
  const { title, summary, date, sections } = compileLegalText(
    `${HEAD}{{operator}}\n\nIt's [{{free.micrositesPerMonth}} calls](/pricing).\n\n- one\n`,
  )
  expect([title, summary, date]).toEqual(['Terms', 'A summary.', 'Enforced July 7th 2025'])
  expect(sections.map(({ id, title: heading }) => [id, heading])).toEqual([['first-section', 'First section']])
  expect(sections[0]?.content[0]).toEqual({ type: 'fact', name: 'operator' })
  expect(JSON.stringify(sections[0]?.content[1])).toContain('"content":["3 calls"]')
  expect(sections[0]?.content[2]).toEqual({ type: 'list', content: [{ type: 'item', content: ['one'] }] })
})

test.each(['{{fre.name}}', '**bold**'])('rejects %s', (markdown) => {
  expect(() => compileLegalText(HEAD + markdown)).toThrow('A legal text contains')
})
