import type { Page, Report } from 'powerbi-client';
import { wantedPage } from './page-tabs.ts';
import { drive, failReport, layerState, markPage, noteTouch, openOriginal, retryReport, updateLayer } from './report-layer-store.ts';
import { isTokenExpired, problemOf, type ServiceFault } from './service-errors.ts';

// Module functions, not closures of a component: the wrapper compares handlers by their source and would keep a stale one (REPORT_SERVICE T6).

const mobilePortrait = 2;
const showAnywayMs = 1_500;
const calmMs = 60_000;

const passedByTheState: ReadonlySet<string> = new Set(['report_service_refused', 'report_service_down']);

let applied: { reportId: string; attempt: number; withState: boolean } | null = null;
let renew: (() => Promise<void>) | null = null;
let noMobileLayout: (() => void) | null = null;
let expiries: number[] = [];

/** Notes what the frame was last told to load: an event of an earlier load says nothing about this one. */
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

/** Reads the pages of the report; a kind of report without pages has no tabs. */
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

// The load's own page name may be of a page that is gone or hidden; the address is asked again when the pages are known.
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
  // Its own filter pane has no event: what it changes is seen by the figures that come after.
  else if (phase === 'rendered') noteTouch();
}

/** Page, filters or slicers changed, by the person or by us. */
export function onTouched(): void {
  if (isCurrent()) noteTouch();
}

export function onPageChanged(report: Report, name: string): void {
  if (!isCurrent()) return;
  noteTouch();
  if (layerState().pages.some((page) => page.name === name)) markPage(name);
  else void readPages(report);
}

/** What the service says it has saved. */
export type SavedReport = { reportObjectId?: string; reportName?: string; saveAs?: boolean };
let saved: ((report: SavedReport | null) => void) | null = null;

let savedInside: ((report: SavedReport) => void) | null = null;

export function onSaved(report: SavedReport): void {
  if (saved) saved(report);
  else savedInside?.(report);
}

/** Hears of what is saved by the frame's own buttons; returns how to stop. */
export function hearSaved(listener: (report: SavedReport) => void): () => void {
  savedInside = listener;
  return () => {
    savedInside = null;
  };
}

const saveLimitMs = 30_000;

/** What is saved next; null when the service says nothing for half a minute. */
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
  const problem = problemOf(fault);
  if (!problem) return;
  // A state of before the report was published anew may be one that it cannot open with: the report counts more than the state.
  const stateMayBeWhy = applied?.withState && layerState().phase === 'starting' && passedByTheState.has(problem.code);
  if (stateMayBeWhy) return openOriginal({ refused: true });
  if (!isTokenExpired(fault)) return failReport(problem);
  const now = Date.now();
  expiries = [...expiries.filter((at) => now - at < calmMs), now];
  if (expiries.length === 1) return renew?.();
  if (expiries.length === 2) return retryReport(await captureState(report));
  failReport(problem);
}

/** The viewer's filters, slicers and page, to carry over into a fresh frame; null when the report does not give them. */
export async function captureState(report: Report): Promise<string | null> {
  try {
    const bookmark = await report.bookmarksManager.capture({ allPages: true, personalizeVisuals: true });
    return bookmark.state ?? null;
  } catch {
    return null;
  }
}
