export type Stats = { requests: number; statements: number };
export type Fault = { down?: boolean; delayMs?: number };

/**
 * Round trips and faults, per path: `/sql/<tag>` is counted and broken alone, so that test files that run at once do not meet.
 * The empty tag is everything: its fault reaches all, its count sums all.
 */
export class Counters {
  readonly #stats = new Map<string, Stats>();
  readonly #faults = new Map<string, Fault>();

  count(tag: string, statements: number): void {
    for (const key of new Set([tag, ''])) {
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
