const second = 1_000;
const minute = 60 * second;

// BEHAVIOUR 6: the player's times.
export const timing = {
  /** The next item is embedded, hidden, so long before its turn. */
  preload: 10 * second,
  /** An item that is not rendered by then is passed over. */
  renderLimit: 20 * second,
  /** A pause ends by itself. */
  pause: 10 * minute,
  /** A report that somebody uses stays so long after the last touch. */
  stay: minute,
  controls: 3 * second,
  /** Laps in which an item may fail before it leaves the lap; then it is tried again now and then. */
  failingLaps: 3,
  outRetry: 15 * minute,
  /** The one item on show is never loaded again, its visuals are refreshed. */
  refreshSingle: 5 * minute,
  /** Bounds the memory of the frames and of this page. */
  reload: 6 * 60 * minute,
  beat: 30 * second,
  retryFirst: 2 * second,
  retryMost: minute,
  /** Embed tokens are renewed so long before their end, in place. */
  tokenMargin: 10 * minute,
  /** A parked report whose token has less left is loaded anew. */
  tokenLeast: 2 * minute,
  emptyLook: 15 * second,
} as const;

/** Waits twice as long each time, a minute at most. */
export const retryDelay = (failures: number): number => Math.min(timing.retryMost, timing.retryFirst * 2 ** Math.min(failures, 10));
