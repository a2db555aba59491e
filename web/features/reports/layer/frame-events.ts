import type { Page, Report } from 'powerbi-client';
import { wantedPage } from './page-tabs.ts';
import { drive, failReport, layerState, markPage, noteTouch, openOriginal, retryReport, updateLayer } from './report-layer-store.ts';
import { getProblem, isTokenExpired, type ServiceFault } from './service-errors.ts';

// Module functions instead of closures: the wrapper compares handlers by source and would keep a stale closure (REPORT_SERVICE T6).

const mobilePortrait = 2;
const showAnywayMs = 1_500;
const calmMs = 60_000;

const passedByTheState: ReadonlySet<string> = new Set(['report_service_refused', 'report_service_down']);

let applied: { reportId: string; attempt: number; withState: boolean } | null = null;
let renew: (() => Promise<void>) | null = null;
let noMobileLayout: (() => void) | null = null;
let expiries: number[] = [];

/** Records the frame's latest load, so that events of an earlier load are ignored. */
export function noteLoad(reportId: string, attempt: number, withState: boolean): void {
  applied = { reportId, attempt, withState };
}

export function onNeeds(needs: { renew: () => Promise<void>; noMobileLayout: () => void } | null): void {
  renew = needs?.renew ?? null;
  noMobileLayout = needs?.noMobileLayout ?? null;
}

const isCurrent = (): boolean => {
  const { wish, attempt } = layerState();
  return applied !== null && wish?.reportId === applied.reportId && attempt === applied.attempt;
};

/** Reads the report's pages; report kinds without pages have no tabs. */
async function readPages(report: Report): Promise<void> {
  try {
    const pages = await report.getPages();
    if (!isCurrent()) return;
    updateLayer({
      pages: pages.map((page) => ({
        name: page.name,
        title: page.displayName ?? page.name,
        hidden: page.visibility === 1,
        active: page.isActive === true,
      })),
    });
    await fitPhone(pages);
    await openWantedPage();
  } catch {
    if (isCurrent()) updateLayer({ pages: [] });
  }
}

async function fitPhone(pages: readonly Page[]): Promise<void> {
  const active = pages.find((page) => page.isActive) ?? pages[0];
  if (active && noMobileLayout && !(await active.hasLayout(mobilePortrait))) noMobileLayout();
}

// The page name passed at load may be deleted or hidden; the address is applied again once the pages are known.
async function openWantedPage(): Promise<void> {
  const { wish, pages } = layerState();
  const page = wantedPage(pages, wish?.page, wish?.options?.hiddenPages ?? false);
  if (page && !page.active && (await drive('setPage', page.name))) markPage(page.name);
}

export function onLoaded(report: Report): void {
  if (!isCurrent()) return;
  report.setComponentTitle(layerState().wish?.title ?? '');
  updateLayer({ phase: 'loaded' });
  setTimeout(() => {
    if (isCurrent() && layerState().phase === 'loaded') updateLayer({ shown: true });
  }, showAnywayMs);
  void readPages(report);
}

export function onRendered(): void {
  const { phase } = layerState();
  if (!isCurrent()) return;
  if (phase === 'loaded') updateLayer({ phase: 'rendered', shown: true, slow: false });
  // The frame's own filter pane raises no event: its changes show in the rendering that follows.
  else if (phase === 'rendered') noteTouch();
}

/** Page, filters or slicers changed, by the user or by code. */
export function onTouched(): void {
  if (isCurrent()) noteTouch();
}

export function onPageChanged(report: Report, name: string): void {
  if (!isCurrent()) return;
  noteTouch();
  if (layerState().pages.some((page) => page.name === name)) markPage(name);
  else void readPages(report);
}

/** The service's event detail about a save. */
export type SavedReport = { reportObjectId?: string; reportName?: string; saveAs?: boolean };
let saved: ((report: SavedReport | null) => void) | null = null;

let savedInside: ((report: SavedReport) => void) | null = null;

export function onSaved(report: SavedReport): void {
  if (saved) saved(report);
  else savedInside?.(report);
}

/** Subscribes to saves by the frame's own buttons; returns the unsubscribe function. */
export function hearSaved(listener: (report: SavedReport) => void): () => void {
  savedInside = listener;
  return () => {
    savedInside = null;
  };
}

const saveLimitMs = 30_000;

/** Resolves with the next save; null when the service reports none for half a minute. */
export function nextSaved(): Promise<SavedReport | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => saved?.(null), saveLimitMs);
    saved = (report) => {
      clearTimeout(timer);
      saved = null;
      resolve(report);
    };
  });
}

export async function onFault(report: Report, fault: ServiceFault): Promise<void> {
  if (!isCurrent()) return;
  const problem = getProblem(fault);
  if (!problem) return;
  // A state from before the report was republished may no longer apply; the report is then opened without it.
  const stateMayBeWhy = applied?.withState && layerState().phase === 'starting' && passedByTheState.has(problem.code);
  if (stateMayBeWhy) return openOriginal({ refused: true });
  if (!isTokenExpired(fault)) return failReport(problem);
  const now = Date.now();
  expiries = [...expiries.filter((at) => now - at < calmMs), now];
  if (expiries.length === 1) return renew?.();
  if (expiries.length === 2) return retryReport(await captureState(report));
  failReport(problem);
}

/** The viewer's filters, slicers and page, to carry over into a new frame; null when the report does not return them. */
export async function captureState(report: Report): Promise<string | null> {
  try {
    const bookmark = await report.bookmarksManager.capture({ allPages: true, personalizeVisuals: true });
    return bookmark.state ?? null;
  } catch {
    return null;
  }
}
