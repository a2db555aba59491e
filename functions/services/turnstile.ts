/** Where work that blocks the isolate is done one after the other, with room between for everybody else's calls. */
export type Turnstile = {
  /** A place in the line for as long as `work` runs, which does what blocks in its turns; null, undone, where too many wait already. */
  inLine<T>(address: string, work: (turn: Turn) => Promise<T>): Promise<T | null>;
};
export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

type Limits = { places: number; placesOfAddress: number; restMs: number };
type Clock = { now: () => number; wait: (ms: number) => Promise<void> };
const real: Clock = { now: () => Date.now(), wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) };

// A call that was cut off in its turn holds up nobody for longer, and its place is free again after a while.
const longestTurnMs = 2_000;
const longestPlaceMs = 30_000;

/**
 * Each call waits on timers of its own, because in workerd a promise of one request must not be resolved by another. Of those whose work is
 * ready, the one that took its place first goes first.
 */
export function turnstile({ places, placesOfAddress, restMs }: Limits, { now, wait }: Clock = real): Turnstile {
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

  const turnOf =
    (place: Place): Turn =>
    async (work) => {
      place.ready = true;
      for (let left = busyUntil - now(); left > 0 || !isFirst(place); left = busyUntil - now())
        await wait(Math.max(2, Math.min(left, restMs)));
      busyUntil = now() + longestTurnMs;
      try {
        return await work();
      } finally {
        place.ready = false;
        // The rest is waited for and not reckoned: in workerd the clock stands still while code runs.
        if (line.some(({ ready }) => ready)) await wait(restMs);
        busyUntil = 0;
      }
    };

  return {
    async inLine(address, work) {
      const place = takePlace(address);
      if (!place) return null;
      try {
        return await work(turnOf(place));
      } finally {
        line = line.filter((other) => other !== place);
      }
    },
  };
}
