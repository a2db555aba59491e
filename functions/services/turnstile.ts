/** Where work that blocks the isolate is done one after the other, with room between for everybody else's calls. */
export type Turnstile = {
  /** A place in the line for as long as `work` runs, which does what blocks in its turns; null, undone, where too many wait already. */
  inLine<T>(address: string, work: (turn: Turn) => Promise<T>): Promise<T | null>;
};
/** `restMs` says from what came out how long everybody else's calls have the isolate to themselves afterwards. */
export type Turn = <T>(work: () => Promise<T>, restMs: (done: T) => number) => Promise<T>;

type Limits = { places: number; placesOfAddress: number };
type Clock = { now: () => number; wait: (ms: number) => Promise<void> };
const real: Clock = { now: () => Date.now(), wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) };

// A call that was cut off in its turn holds up nobody for longer, and its place is free again after a while.
const longestTurnMs = 2_000;
const longestPlaceMs = 30_000;
const [pauseOfNextMs, pauseMs] = [3, 25];

/**
 * Each call waits on timers of its own, because in workerd a promise of one request must not be resolved by another. Of those whose work is
 * ready, the one that took its place first goes first.
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
   * Waited for and not reckoned: in workerd the clock stands still while code runs, and a timer begun right after counts from the moment before
   * it, so a first one lets the clock catch up. Who isn't ready counts too: its answer of the database may lie there unread.
   */
  async function rest(ms: number): Promise<void> {
    await wait(1);
    await wait(ms);
  }

  const turnOf =
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
        return await work(turnOf(place));
      } finally {
        line = line.filter((other) => other !== place);
      }
    },
  };
}
