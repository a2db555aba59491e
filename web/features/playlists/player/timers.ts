export type TimerName = 'poll' | 'prepare' | 'turn' | 'look' | 'resume' | 'stay' | 'renew0' | 'renew1';
export type Timers = { after: (ms: number, run: () => void) => () => void };

// The longest delay a browser supports; a longer timer would fire at once.
const longestMs = 2_147_000_000;

/** Timers by name: setting one replaces the previous one. */
export function createTimers(after: Timers['after']) {
  const running = new Map<TimerName, () => void>();
  const clear = (name: TimerName) => {
    running.get(name)?.();
    running.delete(name);
  };
  return {
    clear,
    set(name: TimerName, ms: number, run: () => void) {
      clear(name);
      const cancel = after(Math.min(Math.max(0, ms), longestMs), () => {
        running.delete(name);
        run();
      });
      running.set(name, cancel);
    },
    stop() {
      for (const name of [...running.keys()]) clear(name);
    },
  };
}
