import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { getGrammarSchema } from './llama-grammar.ts'

describe('the grammar of a schema', () => {
  test('requires every key in order, and bounds every text and list', () => {
    const held = getGrammarSchema(
      z.object({
        title: z.string().nullable(),
        points: z.array(z.object({ text: z.string(), lines: z.array(z.string()) })),
        side: z.enum(['us', 'them']),
        sure: z.boolean(),
      }),
    )
    const text = { type: 'string', maxLength: 400 }
    const ids = { type: 'array', maxItems: 6, items: { type: 'string', maxLength: 12 } }
    expect(held).toEqual({
      type: 'object',
      properties: {
        title: { oneOf: [text, { type: 'null' }] },
        points: { type: 'array', maxItems: 15, items: { type: 'object', properties: { text, lines: ids } } },
        side: { enum: ['us', 'them'] },
        sure: { type: 'boolean' },
      },
    })
    expect(Object.keys(held.properties ?? {})).toEqual(['title', 'points', 'side', 'sure'])
  })

  test('rejects a schema that allows anything', () => {
    expect(() => getGrammarSchema(z.object({ more: z.unknown() }))).toThrow("a grammar can't express")
  })
})
