import { describe, expect, it } from 'vitest'
import { parseScript } from './script.ts'

const text = `
# title: A call
@ Ann voice=slt role="Buyer, North"
@ Bob voice=rms shift=0.9 role="Seller"
= Hello | one | two
Ann: Good morning.
= Price
Bob: It is 10:30, so: ten dollars.
`

describe('a script', () => {
  it('assigns lines to speakers and slides', () => {
    const { title, slides, lines } = parseScript(text)
    expect(title).toBe('A call')
    expect(slides).toEqual([
      { number: 1, title: 'Hello', lines: ['one', 'two'] },
      { number: 2, title: 'Price', lines: [] },
    ])
    expect(lines.map(({ speaker, text: said, slide }) => [speaker.name, said, slide.number])).toEqual([
      ['Ann', 'Good morning.', 1],
      ['Bob', 'It is 10:30, so: ten dollars.', 2],
    ])
  })

  it('gives every speaker a voice', () => {
    expect(parseScript(text).speakers).toEqual([
      { name: 'Ann', voice: 'slt', shift: 1, role: 'Buyer, North' },
      { name: 'Bob', voice: 'rms', shift: 0.9, role: 'Seller' },
    ])
  })

  it('is refused, naming the line, when a speaker is unknown or a line comes before the first slide', () => {
    expect(() => parseScript(`${text}\nEve: Hello?`)).toThrow('Eve: Hello?')
    expect(() => parseScript('@ Ann voice=slt\nAnn: Too early.')).toThrow('Too early')
    expect(() => parseScript('@ Ann')).toThrow('needs a name and a voice')
  })
})
