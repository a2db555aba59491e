/** Ends a command with a sentence for its user: what happened and what to do. */
export class Stopped extends Error {
  override name = 'Stopped';
}

/** Prints one line for the operator. */
export type Say = (line: string) => void;
