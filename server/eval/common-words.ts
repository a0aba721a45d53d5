/**
 * Regenerates `src/analysis/extractive/common-words.json`: the frequencies of the 4,000 most common words in English
 * talk and news, from the unigrams of pocketsphinx's language model (CMU, BSD-2; Debian's package
 * pocketsphinx-en-us). Usage: node server/eval/common-words.ts
 */
import { readFile, writeFile } from 'node:fs/promises'

const MODEL = '/usr/share/pocketsphinx/model/en-us/en-us.lm.bin'
const TARGET = new URL('../src/analysis/extractive/common-words.json', import.meta.url)
const MAGIC = 'Trie Language Model'
const COUNT = 4000
/** In trigram models three tables of 65,536 floats are between the header and the unigrams. */
const QUANTISATION_BYTES = 3 * 65_536 * 4
const UNIGRAM_BYTES = 12
const LOG_BASE = Math.log(1.0001)

const model = await readFile(MODEL)
if (model.toString('latin1', 0, MAGIC.length) !== MAGIC || model[MAGIC.length] !== 3)
  throw new Error(`${MODEL} is not a trigram model.`)
const counts = MAGIC.length + 1
const total = model.readUInt32LE(counts)
const unigrams = counts + 3 * 4 + 4 + QUANTISATION_BYTES
const words = model.toString('latin1').split('\0').filter(Boolean).slice(-total)
const known = words
  .map((word, i) => ({ word, log: model.readFloatLE(unigrams + i * UNIGRAM_BYTES) * LOG_BASE }))
  .filter(({ word }) => /^[a-z]{2,}$/.test(word))
  .toSorted((a, b) => b.log - a.log)
  .slice(0, COUNT)
const tiers = Map.groupBy(known, ({ log }) => (Math.round(log * 4) / 4).toFixed(2))
const lines = [...tiers].map(
  ([log, list]) => `  ${JSON.stringify(log)}: ${JSON.stringify(list.map(({ word }) => word).join(' '))}`,
)
await writeFile(TARGET, `{\n${lines.join(',\n')}\n}\n`)
