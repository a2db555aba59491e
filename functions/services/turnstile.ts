/** A queue for work that blocks the isolate: it runs one at a time, with pauses for other calls in between. */
export type Turnstile = {
  /** Holds a place in the line while `work` runs, which does its blocking parts in turns; null, without running it, if the line is full. */
  inLine<T>(address: string, work: (turn: Turn) => Promise<T>): Promise<T | null>;
};
/** `restMs` maps the result of the work to the pause that other calls get afterwards. */
export type Turn = <T>(work: () => Promise<T>, restMs: (done: T) => number) => Promise<T>;

type Limits = { places: number; placesOfAddress: number };
type Clock = { now: () => number; wait: (ms: number) => Promise<void> };
const real: Clock = { now: () => Date.now(), wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) };

// A call that was cut off blocks the line no longer than this; its place is freed later.
const longestTurnMs = 2_000;
const longestPlaceMs = 30_000;
const [pauseOfNextMs, pauseMs] = [3, 25];

/**
 * Each call waits on its own timers, because in workerd a promise of one request must not be resolved by another. Among the places whose
 * work is ready, the oldest goes first.
 */
export function turnstile({ places, placesOfAddress }: Limits, { now, wait }: Clock = real): Turnstile {
  type Place = { address: string; since: number; ready: boolean };
  let line: Place[] = [];
  let busyUntil = 0;

  function takePlace(address: string): Place | null {
    line = line.filter(({ since }) => since > now() - longestPlaceMs);
    if (line.length >= places || line.filter((place) => place.address === address).length >= placesOfAddress) return null;
    const place = { address, since: now(), ready: false };
    line.push(place);
    return place;
  }
  const isFirst = (place: Place) => (line.find(({ ready }) => ready) ?? place) === place;

  /**
   * Waits instead of computing an end time: in workerd the clock stands still while code runs, and a timer started right afterwards counts
   * from the moment before it, so a first timer lets the clock catch up. Places that aren't ready count too, since their database answer
   * may be waiting to be read.
   */
  async function rest(ms: number): Promise<void> {
    await wait(1);
    await wait(ms);
  }

  const makeTurn =
    (place: Place): Turn =>
    async (work, restMs) => {
      place.ready = true;
      while (busyUntil > now() || !isFirst(place)) await wait(isFirst(place) ? pauseOfNextMs : pauseMs);
      busyUntil = now() + longestTurnMs;
      try {
        const done = await work();
        place.ready = false;
        if (line.length > 1) await rest(restMs(done));
        return done;
      } finally {
        place.ready = false;
        busyUntil = 0;
      }
    };

  return {
    async inLine(address, work) {
      const place = takePlace(address);
      if (!place) return null;
      try {
        return await work(makeTurn(place));
      } finally {
        line = line.filter((other) => other !== place);
      }
    },
  };
}
