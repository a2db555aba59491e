import { useSyncExternalStore } from 'react';
import type { ReportView } from '../../../../domain/reports/contract.ts';
import type { Rights } from '../queries.ts';
import type { Fit } from './embed-settings.ts';
import type { FilterChange, FrameFilter } from './frame-filters.ts';
import { type ReportPage, withActive } from './page-tabs.ts';
import type { Problem } from './service-errors.ts';

/** The report that the viewer wants to see. What is not known at the click comes later, by asking again. */
export type Wish = {
  /** Who looks: another person never gets a report that stands parked. */
  viewer: string;
  reportId: string;
  title: string;
  embedUrl: string | null;
  serviceId: string | null;
  options: ReportView['options'] | null;
  page: string | undefined;
  /** The person as whom it is tried, by who manages it. */
  as?: string | null;
  /** The state to open with: a view, or the filters of last time. */
  opening?: string | null;
  /** The view that this state is of. */
  view?: string | null;
  /** What is laid over the report, if it is marked. */
  watermark?: ReportView['watermark'];
};

type Phase = 'idle' | 'starting' | 'loaded' | 'rendered';
export type LayerState = {
  slot: HTMLElement | null;
  wish: Wish | null;
  attempt: number;
  phase: Phase;
  /** The frame may be seen: it has rendered, or it has loaded and takes its time to render. */
  shown: boolean;
  slow: boolean;
  problem: Problem | null;
  pages: ReportPage[];
  fit: Fit;
  zoom: number;
  filtersOpen: boolean;
  bookmark: string | null;
  /** Editing in place opens the report as its author made it, and never keeps what was chosen by its viewer. */
  rights: Rights;
  /** Opens without the wish's own state: somebody asked for the original, or the report refused that state. */
  plain: boolean;
  /** The report refused the state it was to open with. */
  stateRefused: boolean;
  /** The view that was put into the report last. */
  view: string | null;
  /** Grows with each change of page, filters or slicers inside the frame. */
  touches: number;
};

/** What the frame can do for the viewer's bar and foot. */
export type FrameDriver = {
  setPage: (name: string) => Promise<void>;
  refresh: () => Promise<void>;
  showFilters: (open: boolean) => Promise<void>;
  setFit: (fit: Fit) => Promise<void>;
  setZoom: (zoom: number) => Promise<void>;
  applyState: (state: string) => Promise<void>;
  print: () => Promise<void>;
  changeFilters: (changes: readonly FilterChange[]) => Promise<void>;
  save: () => Promise<void>;
  saveAs: (name: string) => Promise<void>;
};

/** What the frame can tell. */
export type FrameReader = {
  capture: () => Promise<string | null>;
  /** With what can be chosen, and without: that costs a question for each slicer. */
  filters: () => Promise<FrameFilter[]>;
  choices: () => Promise<FrameFilter[]>;
  unsaved: () => Promise<boolean>;
};

const fresh = {
  phase: 'starting',
  shown: false,
  slow: false,
  problem: null,
  pages: [],
  fit: 'page',
  zoom: 1,
  filtersOpen: false,
  plain: false,
  stateRefused: false,
  view: null,
  touches: 0,
} as const;
const nothing: LayerState = { slot: null, wish: null, attempt: 0, bookmark: null, rights: 'view', ...fresh, phase: 'idle', pages: [] };

let state = nothing;
let driver: (FrameDriver & FrameReader) | null = null;
const listeners = new Set<() => void>();

export const layerState = (): LayerState => state;

export function updateLayer(change: Partial<LayerState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

export function subscribeLayer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads a part of the layer's state; the selector must give the same value for the same state. */
export function useLayer<T>(select: (state: LayerState) => T): T {
  return useSyncExternalStore(subscribeLayer, () => select(state));
}

/** The state as far as it is of this report; another one may still stand parked when a viewer comes up. */
export const useReportState = (reportId: string): LayerState | null => useLayer((now) => (now.wish?.reportId === reportId ? now : null));

/**
 * Says which report to show. The same report again only adds what is known by now; the frame keeps its state.
 * A report that stood parked behind another page comes back as it was, unless it had failed.
 */
export function showReport(wish: Wish): void {
  const same =
    state.wish?.reportId === wish.reportId &&
    state.wish.viewer === wish.viewer &&
    (state.wish.as ?? null) === (wish.as ?? null) &&
    state.phase !== 'idle';
  if (same && !state.problem) updateLayer({ wish });
  else if (!same) updateLayer({ ...fresh, pages: [], wish, attempt: 0, bookmark: null, rights: 'view' });
}

/** Gives the layer the place to lie over; null parks the report, invisible and with its state kept. */
export function placeLayer(slot: HTMLElement | null): void {
  if (slot && state.problem) updateLayer({ ...fresh, pages: [], slot, attempt: state.attempt + 1 });
  else updateLayer({ slot });
}

/** Starts the report anew in a fresh frame. */
export function retryReport(bookmark: string | null = null): void {
  updateLayer({ ...fresh, pages: [], attempt: state.attempt + 1, bookmark, plain: state.plain, view: state.view });
}

/** Starts the report anew as its author left it; `refused` when it was the state that it did not open with. */
export function openOriginal({ refused = false } = {}): void {
  updateLayer({ ...fresh, pages: [], attempt: state.attempt + 1, bookmark: null, plain: true, stateRefused: refused });
}

/** Opens the report anew to be edited, or to be viewed again. */
export function setRights(rights: Rights): void {
  if (state.rights !== rights)
    updateLayer({ ...fresh, pages: [], attempt: state.attempt + 1, bookmark: null, rights, plain: rights === 'edit' });
}

/** Says that page, filters or slicers changed inside the frame. */
export function noteTouch(): void {
  updateLayer({ touches: state.touches + 1 });
}

/** Takes the report away and keeps the reason. */
export function failReport(problem: Problem): void {
  updateLayer({ problem, slow: false });
}

/** Forgets everything, for a change of person. */
export function forgetReport(): void {
  updateLayer({ ...nothing, pages: [], slot: state.slot });
}

export function markPage(name: string): void {
  if (state.pages.some((page) => page.name === name && !page.active)) updateLayer({ pages: withActive(state.pages, name) });
}

export function connectDriver(next: (FrameDriver & FrameReader) | null): void {
  driver = next;
}

/** Asks the frame for something; without a frame, or when it refuses, nothing happens. */
export async function drive<K extends keyof FrameDriver>(verb: K, ...args: Parameters<FrameDriver[K]>): Promise<boolean> {
  if (!driver) return false;
  try {
    await (driver[verb] as (...values: Parameters<FrameDriver[K]>) => Promise<void>)(...args); // because TypeScript does not relate K to its own arguments
    return true;
  } catch {
    return false;
  }
}

/** Asks the frame for a value; null without a frame, or when it refuses. */
export async function askFrame<K extends keyof FrameReader>(what: K): Promise<Awaited<ReturnType<FrameReader[K]>> | null> {
  if (!driver) return null;
  try {
    return (await driver[what]()) as Awaited<ReturnType<FrameReader[K]>>; // because TypeScript does not relate K to its own answer
  } catch {
    return null;
  }
}
