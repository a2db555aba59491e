/** Ends a command with a sentence for its user: what happened and what to do. */
export class Stopped extends Error {
  override name = 'Stopped';
}

/** Tells the operator one line. */
export type Say = (line: string) => void;
