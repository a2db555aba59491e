/** What the screen shows: a report, a card with a reason, or the loading cover. */
export type Shown = 'report' | 'card' | 'cover';

export type VisibleLog = {
  since: number;
  shown: Shown;
  at: number;
  /** The page is still loading: this wait is counted separately. */
  opening: boolean;
  longestOpening: number;
  /** Time with neither a report nor a card on screen, in milliseconds. */
  longestCover: number;
  coverMs: number;
  covers: number;
  reports: number;
  reloads: number;
};

type Keeping = { read(): string | null; write(text: string): void };

function parsed(text: string | null): VisibleLog | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    // because only this file writes it, and a wrong shape only costs a new log
    return value && typeof value === 'object' && 'longestCover' in value ? (value as VisibleLog) : null;
  } catch {
    return null;
  }
}

/** Logs what was on screen and for how long nothing was, across reloads. */
export function createVisibleLog(keeping: Keeping, now: () => number) {
  const kept = parsed(keeping.read());
  const start = now();
  let log: VisibleLog = kept
    ? { ...kept, reloads: kept.reloads + 1 }
    : {
        since: start,
        shown: 'cover',
        at: start,
        opening: true,
        longestOpening: 0,
        longestCover: 0,
        coverMs: 0,
        covers: 0,
        reports: 0,
        reloads: 0,
      };
  const save = () => keeping.write(JSON.stringify(log));
  const close = (at: number) => {
    if (log.shown !== 'cover') return;
    const ms = Math.max(0, at - log.at);
    if (log.opening) {
      log = { ...log, opening: false, longestOpening: Math.max(log.longestOpening, ms) };
      return;
    }
    log = { ...log, longestCover: Math.max(log.longestCover, ms), coverMs: log.coverMs + ms, covers: log.covers + 1 };
  };
  return {
    now: (): VisibleLog => log,
    show(shown: Shown) {
      const at = now();
      if (shown === log.shown && shown !== 'report') return;
      close(at);
      log = { ...log, shown, at, reports: log.reports + (shown === 'report' ? 1 : 0) };
      save();
    },
    /** The page is about to unload: closes the current entry and starts the wait for the next page. */
    leave() {
      close(now());
      log = { ...log, shown: 'cover', at: now(), opening: true };
      save();
    },
  };
}
export type VisibleLogger = ReturnType<typeof createVisibleLog>;
