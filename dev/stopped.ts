/** A command that ends here, with a sentence for whoever typed it: what happened and what to do. */
export class Stopped extends Error {
  override name = 'Stopped';
}

/** Tells the operator one line. */
export type Say = (line: string) => void;
