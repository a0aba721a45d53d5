/** What is said of a transcript that is a machine's guess, where the server has no sentence of its own. */
export const DRAFT_NOTICE =
  'This transcript is a draft made by a simple speech engine. Words it was not sure of are dimmed.'
