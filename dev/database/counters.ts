export type Stats = { requests: number; statements: number };
/** `rollBack` answers every request and undoes it, so that a write can be measured repeatedly. */
export type Fault = { down?: boolean; delayMs?: number; rollBack?: boolean };

/** Statements of jobs are counted separately from those of requests, under the tag with this suffix. */
export const jobs = ':jobs';

/**
 * Round trips and faults, per path: each `/sql/<tag>` has its own, so that test files running at once don't affect each other.
 * The empty tag stands for all: its fault reaches every tag, its count sums them.
 */
export class Counters {
  readonly #stats = new Map<string, Stats>();
  readonly #faults = new Map<string, Fault>();

  count(tag: string, statements: number): void {
    for (const key of new Set([tag, tag.endsWith(jobs) ? jobs : ''])) {
      const before = this.stats(key);
      this.#stats.set(key, { requests: before.requests + 1, statements: before.statements + statements });
    }
  }

  stats(tag: string): Stats {
    return this.#stats.get(tag) ?? { requests: 0, statements: 0 };
  }

  reset(tag: string): void {
    this.#stats.delete(tag);
  }

  fault(tag: string): Fault {
    return { ...this.#faults.get(''), ...this.#faults.get(tag) };
  }

  setFault(tag: string, fault: Fault): void {
    this.#faults.set(tag, fault);
  }
}
