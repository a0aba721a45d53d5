import { randomBytes } from 'node:crypto'
import { asksForVerdicts, startFakeOpenAi, type ChatCall } from '../../../../e2e/fakes/openai.ts'
import { createOpenAiClient } from '../../openai/client.ts'
import { installModel } from '../../speech-models/install-model.testing.ts'
import { childProcesses } from '../../testing/contract-runs.ts'
import { describeAnalyst, describeModelAnalyst } from '../analyst.testing.ts'
import { createExtractiveAnalyst } from '../extractive/extractive.ts'
import { installTestLlama } from './llama-test-model.testing.ts'
import { createLlamaAnalyst } from './llama.ts'
import { createOpenAiAnalyst } from './openai.ts'

const GIB = 1024 ** 3

describeAnalyst('by rules', async () => ({ analyst: createExtractiveAnalyst() }))

describeModelAnalyst('llama.cpp with a model that the test made', async (modelsFolder) => {
  const machine = () => ({ memoryBytes: 16 * GIB, freeBytes: 8 * GIB, cores: 1 })
  const useless = await installModel(
    modelsFolder,
    { id: 'useless', kind: 'writing' },
    { 'useless.gguf': randomBytes(5000) },
  )
  return {
    analyst: createLlamaAnalyst({ modelsFolder, models: [await installTestLlama(modelsFolder)], machine }),
    broken: createLlamaAnalyst({ modelsFolder, models: [useless], machine }),
    isAtWork: () => childProcesses().some(({ command }) => command.includes('llama-worker')),
  }
})

const RECAP = {
  title: 'Requests',
  summary: [{ text: 'They lose sixty requests a month.', lines: ['L2'] }],
  action_points: [{ text: 'Dana sends the signed contract.', lines: ['L3', 'L99999'], owner: 'Dana', due: 'Friday' }],
}

describeModelAnalyst('an AI server', async () => {
  // The model needs long for a call of many lines.
  const isLong = (call: ChatCall) => (call.messages[1]?.content.length ?? 0) > 8000
  const fake = await startFakeOpenAi({
    write: (call) => (asksForVerdicts(call) ? { verdicts: [] } : RECAP),
    delay: (call) => ('messages' in call && isLong(call) ? 30_000 : 0),
  })
  const open = (apiKey: string) =>
    createOpenAiAnalyst({
      client: createOpenAiClient({ apiKey, baseUrl: fake.baseUrl }),
      model: 'gpt-4o-mini',
      atOnce: 2,
      secondReading: true,
    })
  return {
    analyst: open('sk-test'),
    broken: open('sk-other'),
    isAtWork: () => fake.chats.some(isLong),
    close: () => fake.close(),
  }
})
