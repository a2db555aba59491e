/** What the screen shows: a report, a card that says why there is none, or the cover while something opens. */
export type Shown = 'report' | 'card' | 'cover';

export type VisibleLog = {
  since: number;
  shown: Shown;
  at: number;
  /** The page itself is being opened: its wait is counted apart. */
  opening: boolean;
  longestOpening: number;
  /** Times at which neither a report nor a card stood, in milliseconds. */
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
    // because only this file writes it, and a wrong shape costs a new log only
    return value && typeof value === 'object' && 'longestCover' in value ? (value as VisibleLog) : null;
  } catch {
    return null;
  }
}

/** Keeps what was on show and for how long nothing was, over reloads of the page too. */
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
    /** The page is about to go: what it shows ends here, and the wait for the next page's begins. */
    leave() {
      close(now());
      log = { ...log, shown: 'cover', at: now(), opening: true };
      save();
    },
  };
}
export type VisibleLogger = ReturnType<typeof createVisibleLog>;
