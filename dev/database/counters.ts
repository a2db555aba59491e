export type Stats = { requests: number; statements: number };
/** `rollBack` answers every request and undoes it: whoever measures a write may repeat it. */
export type Fault = { down?: boolean; delayMs?: number; rollBack?: boolean };

/** The count of what jobs ask stands beside that of requests, under the tag with this end. */
export const jobs = ':jobs';

/**
 * Round trips and faults, per path: `/sql/<tag>` is counted and broken alone, so that test files that run at once do not meet.
 * The empty tag is everything: its fault reaches all, its count sums all.
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
