import { expect, it } from 'vitest'
import { item } from './sample.testing.ts'
import { summaryParagraphs } from './export-document.ts'

const texts = (text: string, sentences: string[]): string[][] =>
  summaryParagraphs({ text, sentences: sentences.map((sentence, index) => item(sentence, index * 1000)) }).map(
    (paragraph) => paragraph.map((sentence) => sentence.text),
  )

it('puts sentences into the text’s paragraphs', () => {
  expect(texts('One. Two.\n\nThree. Four.', ['One.', 'Two.', 'Three.', 'Four.'])).toEqual([
    ['One.', 'Two.'],
    ['Three.', 'Four.'],
  ])
  expect(texts('One. One.\nOne.', ['One.', 'One.', 'One.'])).toEqual([['One.', 'One.'], ['One.']])
})

it('makes a paragraph of each non-empty line of a text without sentences', () => {
  expect(texts('One.\n\n \n  Two   and a half.', [])).toEqual([['One.'], ['Two and a half.']])
  expect(texts('', [])).toEqual([])
})

it('puts the timestamp of a sentence that spans lines at its end', () => {
  expect(summaryParagraphs({ text: 'One\ntwo. Three.', sentences: [item('One\ntwo.', 5000), item('Three.')] })).toEqual(
    [[item('One')], [item('two.', 5000), item('Three.')]],
  )
})
