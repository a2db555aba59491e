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
  readonly #running = new Map<string, Set<Promise<unknown>>>();

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

  /** Follows a request of this path until it is answered or given up. */
  follow(tag: string, request: Promise<unknown>): void {
    const running = this.#running.get(tag) ?? new Set();
    this.#running.set(tag, running.add(request));
    const end = () => running.delete(request);
    request.then(end, end);
  }

  /** Resolves when no request of this path is running: what a killed Worker asked is written even so. */
  async idle(tag: string): Promise<void> {
    for (let running = this.#running.get(tag); running?.size; ) await Promise.allSettled(running);
  }

  fault(tag: string): Fault {
    return { ...this.#faults.get(''), ...this.#faults.get(tag) };
  }

  setFault(tag: string, fault: Fault): void {
    this.#faults.set(tag, fault);
  }
}
