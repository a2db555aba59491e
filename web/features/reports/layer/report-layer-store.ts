import { useSyncExternalStore } from 'react';
import type { ReportView } from '../../../../domain/reports/contract.ts';
import type { Rights } from '../queries.ts';
import type { Fit } from './embed-settings.ts';
import type { FilterChange, FrameFilter } from './frame-filters.ts';
import { type ReportPage, withActive } from './page-tabs.ts';
import type { Problem } from './service-errors.ts';

/** The report that the viewer requests. Data that is unknown at the click is added by later requests. */
export type Wish = {
  /** The signed-in user: a parked report is never shown to another user. */
  viewer: string;
  reportId: string;
  title: string;
  embedUrl: string | null;
  serviceId: string | null;
  options: ReportView['options'] | null;
  page: string | undefined;
  /** The user that an administrator tests the report as. */
  as?: string | null;
  /** The state to open with: a saved view, or the stored filters. */
  opening?: string | null;
  /** The saved view of this state. */
  view?: string | null;
  /** The watermark over the report, if it has one. */
  watermark?: ReportView['watermark'];
};

type Phase = 'idle' | 'starting' | 'loaded' | 'rendered';
export type LayerState = {
  slot: HTMLElement | null;
  wish: Wish | null;
  attempt: number;
  phase: Phase;
  /** The frame may be shown: it has rendered, or it has loaded and takes long to render. */
  shown: boolean;
  slow: boolean;
  problem: Problem | null;
  pages: ReportPage[];
  fit: Fit;
  zoom: number;
  filtersOpen: boolean;
  bookmark: string | null;
  /** Editing opens the report as its author made it, and never stores viewer filters. */
  rights: Rights;
  /** Opens without the requested state: the user asked for the original, or the report refused that state. */
  plain: boolean;
  /** The report refused its initial state. */
  stateRefused: boolean;
  /** The saved view applied last. */
  view: string | null;
  /** Incremented with each change of page, filters or slicers inside the frame. */
  touches: number;
};

/** Commands of the frame for the viewer's bar and foot. */
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

/** Values that the frame can return. */
export type FrameReader = {
  capture: () => Promise<string | null>;
  /** With or without the available values, which cost one call per slicer. */
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

/** Subscribes to a part of the layer's state; the selector must be stable for the same state. */
export function useLayer<T>(select: (state: LayerState) => T): T {
  return useSyncExternalStore(subscribeLayer, () => select(state));
}

/** The state if it belongs to this report; another report may still be parked when a viewer mounts. */
export const useReportState = (reportId: string): LayerState | null => useLayer((now) => (now.wish?.reportId === reportId ? now : null));

/**
 * Sets the report to show. The same report again only adds newly known data; the frame keeps its state.
 * A report parked behind another page returns as it was, unless it had failed.
 */
export function showReport(wish: Wish): void {
  const same =
    state.wish?.reportId === wish.reportId &&
    state.wish.viewer === wish.viewer &&
    (state.wish.as ?? null) === (wish.as ?? null) &&
    state.phase !== 'idle';
  // Also after a failure: the next attempt needs what has become known since.
  if (same) updateLayer({ wish });
  else updateLayer({ ...fresh, pages: [], wish, attempt: 0, bookmark: null, rights: 'view' });
}

/** Sets the element that the layer covers; null parks the report, invisible and with its state. */
export function placeLayer(slot: HTMLElement | null): void {
  if (slot && state.problem) updateLayer({ ...fresh, pages: [], slot, attempt: state.attempt + 1 });
  else updateLayer({ slot });
}

/** Restarts the report in a new frame. */
export function retryReport(bookmark: string | null = null): void {
  updateLayer({ ...fresh, pages: [], attempt: state.attempt + 1, bookmark, plain: state.plain, view: state.view });
}

/** Restarts the report as its author made it; `refused`: because it could not open with its state. */
export function openOriginal({ refused = false } = {}): void {
  updateLayer({ ...fresh, pages: [], attempt: state.attempt + 1, bookmark: null, plain: true, stateRefused: refused });
}

/** Reopens the report for editing, or for viewing again. */
export function setRights(rights: Rights): void {
  if (state.rights !== rights)
    updateLayer({ ...fresh, pages: [], attempt: state.attempt + 1, bookmark: null, rights, plain: rights === 'edit' });
}

/** Records that page, filters or slicers changed inside the frame. */
export function noteTouch(): void {
  updateLayer({ touches: state.touches + 1 });
}

/** Removes the report and stores the reason. */
export function failReport(problem: Problem): void {
  updateLayer({ problem, slow: false });
}

/** Clears everything, for a change of user. */
export function forgetReport(): void {
  updateLayer({ ...nothing, pages: [], slot: state.slot });
}

export function markPage(name: string): void {
  if (state.pages.some((page) => page.name === name && !page.active)) updateLayer({ pages: withActive(state.pages, name) });
}

export function connectDriver(next: (FrameDriver & FrameReader) | null): void {
  driver = next;
}

/** Sends a command to the frame; without a frame, or when it refuses, nothing happens. */
export async function drive<K extends keyof FrameDriver>(verb: K, ...args: Parameters<FrameDriver[K]>): Promise<boolean> {
  if (!driver) return false;
  try {
    // Because TypeScript does not relate K to its own arguments.
    await (driver[verb] as (...values: Parameters<FrameDriver[K]>) => Promise<void>)(...args);
    return true;
  } catch {
    return false;
  }
}

/** Reads a value from the frame; null without a frame, or when it refuses. */
export async function askFrame<K extends keyof FrameReader>(what: K): Promise<Awaited<ReturnType<FrameReader[K]>> | null> {
  if (!driver) return null;
  try {
    return (await driver[what]()) as Awaited<ReturnType<FrameReader[K]>>; // because TypeScript does not relate K to its own answer
  } catch {
    return null;
  }
}
