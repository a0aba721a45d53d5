import type { DATA_FLOW_PATH, DataFlows } from '@callfolio/shared/contract/data-flow.ts'
import { egressSentence, getPlace } from './data-flow-texts.ts'

/** A literal, because the contract's module would load the schema library. */
const PATH: typeof DATA_FLOW_PATH = '/api/data-flow'

/** Fills a DataFlowTable with where this server sends data. @param table its element. */
export function showDataFlow(table: HTMLElement): void {
  const show = (state: 'loading' | 'failed' | 'known') => {
    for (const part of table.querySelectorAll<HTMLElement>('[data-state]'))
      part.hidden = part.dataset['state'] !== state
  }
  const load = async () => {
    show('loading')
    try {
      const reply = await fetch(PATH)
      if (!reply.ok) throw new Error(`${PATH} answered ${reply.status}.`)
      fillIn(table, (await reply.json()) as DataFlows)
      show('known')
    } catch (error) {
      console.error('data flow', error)
      show('failed')
    }
  }
  table.querySelector('button')?.addEventListener('click', () => void load())
  void load()
}

function fillIn(table: HTMLElement, { flows, egress }: DataFlows): void {
  for (const row of table.querySelectorAll<HTMLElement>('[data-step]')) {
    const flow = flows.find(({ step }) => step === row.dataset['step'])
    row.hidden = flow === undefined
    if (flow === undefined) continue
    const leaves = flow.where === 'elsewhere'
    const [place, kept, sent] = ['place', 'kept', 'sent'].map((part) =>
      row.querySelector<HTMLElement>(`[data-${part}]`),
    )
    if (place) place.textContent = getPlace(flow)
    place?.classList.toggle('font-medium', leaves)
    if (kept) kept.hidden = leaves || flow.where === 'none'
    if (sent) sent.hidden = !leaves
  }
  const sentence = table.querySelector('[data-egress]')
  if (sentence) sentence.textContent = egressSentence(egress)
}
