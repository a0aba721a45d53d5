import type { ChatCall } from '../../../e2e/fakes/openai.ts'

const entry = (text: string, ...lines: string[]) => ({ text, lines })
const part = (name: string, text: string, ...lines: string[]) => ({ part: name, text, lines })
const step = (owner: string | null, task: string, due: string | null, ...lines: string[]) => ({
  task,
  owner,
  receiver: null,
  due,
  side: owner === null ? 'both' : 'host',
  lines,
})
const recap = (given: object) => ({
  changes: [],
  title: null,
  summary: [],
  quotes: [],
  steps: [],
  important_points: [],
  chapters: [],
  ...given,
})

const YARD = recap({
  summary: [
    part('who', 'Marta and Dev of Stowline met Priya and Colin of Harrowgate Freight.', 'L4', 'L6'),
    part('needs', 'Lorries wait 70 minutes on average at the 14 docks.', 'L10', 'L13'),
    part('costs', 'It costs £195 a dock, £2,730 a month.', 'L57', 'L58', 'L59'),
    part('against', 'Priya does not take three years.', 'L66'),
  ],
  steps: [
    step(
      'Dev',
      'Build the sandbox with the layout by Monday the sixteenth',
      'Monday the sixteenth',
      'L42',
      'L43',
      'L44',
    ),
    step('Dev', 'Check the Okta setup', null, 'L33', 'L36'),
    step('Priya', 'Send Dev the dock plan by Friday', 'Friday', 'L45'),
    step('Marta', 'Send the revised quote by Thursday', 'Thursday', 'L71', 'L113'),
    step('Marta', 'Send Priya the case study', null, 'L63'),
    step('Priya', 'Talk to Glenn about the pilot', null, 'L77'),
    step('Colin', 'Send Marta the security questionnaire tomorrow', 'tomorrow', 'L81', 'L83'),
    step(null, 'Look at the sandbox together on Wednesday the eighteenth at ten', 'Wednesday the eighteenth', 'L107'),
  ],
  important_points: [entry('Waiting charges cost £9,000 last quarter.', 'L16')],
})

const DENTAL = recap({
  summary: [
    part('needs', 'There were 160 no-shows in September.', 'L11'),
    part('costs', 'The set-up is £600 once.', 'L47'),
    part('against', 'Joanne does not want the recall module.', 'L41', 'L42'),
  ],
  steps: [
    step('Sam', 'Ring Radlink about the interface licence this week', 'this week', 'L28', 'L30'),
    step('Tobias', 'Send the contract draft to Sam by Monday', 'Monday', 'L60'),
    step('Sam', 'Put it to the partners on Tuesday', 'Tuesday', 'L64'),
    step('Tobias', 'Send Joanne the instructions for the report', null, 'L76'),
    step('Joanne', 'Send the export by Friday', 'Friday', 'L77'),
    step('Joanne', 'Tell Tobias the two names by the end of the month', 'the end of the month', 'L79'),
    step(null, 'Speak again on Thursday the twenty-ninth at two', 'Thursday the twenty-ninth', 'L105'),
  ],
})

const isYard = (call: ChatCall) => says(call, 'Harrowgate')

/** Whether the model's input has these words. */
export function says({ messages }: ChatCall, words: string): boolean {
  return messages.some(({ content }) => content.includes(words))
}

/** The answer of a strong model to the recap request of a trial call. */
export function strongAnswer(call: ChatCall): object {
  return isYard(call) ? YARD : DENTAL
}

/** A model that finds little, gives tasks to the wrong people and takes an old price for the current one. */
export function weakAnswer(call: ChatCall): object {
  if (!isYard(call)) return recap({ summary: [part('who', 'Tobias met Joanne and Sam.', 'L6')] })
  return recap({
    steps: [
      step('Priya', 'Send Dev the dock plan by Friday', 'Friday', 'L45'),
      step('Marta', 'Take the price as one hundred and ninety-five', null, 'L73'),
    ],
    important_points: [entry('The price is £210 a dock.', 'L55')],
  })
}
