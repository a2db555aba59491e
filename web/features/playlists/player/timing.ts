const second = 1_000;
const minute = 60 * second;

// BEHAVIOUR 6: the player's times.
export const timing = {
  /** How long before its turn the next item is embedded, hidden. */
  preload: 10 * second,
  /** An item that has not rendered by then is skipped. */
  renderLimit: 20 * second,
  /** A pause ends by itself after this time. */
  pause: 10 * minute,
  /** How long a report stays after a viewer's last touch. */
  stay: minute,
  controls: 3 * second,
  /** Laps in which an item may fail before it is dropped; then it is retried occasionally. */
  failingLaps: 3,
  outRetry: 15 * minute,
  /** A single item never reloads; its visuals are refreshed. */
  refreshSingle: 5 * minute,
  /** Limits the memory of the frames and of this page. */
  reload: 6 * 60 * minute,
  beat: 30 * second,
  retryFirst: 2 * second,
  retryMost: minute,
  /** How long before they expire embed tokens are renewed, in place. */
  tokenMargin: 10 * minute,
  /** A hidden report whose token has less time left is reloaded. */
  tokenLeast: 2 * minute,
  emptyLook: 15 * second,
} as const;

/** Exponential backoff, one minute at most. */
export const retryDelay = (failures: number): number => Math.min(timing.retryMost, timing.retryFirst * 2 ** Math.min(failures, 10));
