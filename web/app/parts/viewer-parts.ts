import type { ReactNode } from 'react';
import type { OpenView, ViewContent } from '../../../domain/report-views/view.ts';
import type { ReportCard, ReportView } from '../../../domain/reports/contract.ts';
import type { Icon } from '../../ui/icons.ts';

/** One action on the open report. The bar, its menu, the foot on a phone and the shortcuts are made of these. */
export type ViewerAction = {
  id: string;
  icon: Icon;
  label: string;
  /** A shorter label for the foot on a phone; without it the action is in the menu there. */
  foot?: string;
  /** Named buttons come first, icons after them; `menu` is for rarely used actions. Under 1100 px all but the first fold into the menu. */
  at: 'named' | 'icon' | 'menu';
  /** The shortcut letter (UI 7). */
  key?: string;
  /** For toggles. */
  pressed?: boolean;
  /** A count to show: active filters, comments. */
  count?: number;
  disabledReason?: string | null;
  run: () => void;
};

/** A part of the viewer: its action, a panel anchored to the action (a sheet on a phone), and dialogs without an anchor. */
export type ViewerPart = {
  action?: ViewerAction | null;
  panel?: { opened: boolean; close: () => void; title: string; content: ReactNode };
  dialog?: ReactNode;
};

/** Editing in place, as the frame does it; saving returns null or false when the service refused. */
export type ViewerEditing = {
  on: boolean;
  start: () => void;
  stop: () => void;
  unsaved: () => Promise<boolean>;
  save: () => Promise<boolean>;
  saveAs: (name: string) => Promise<string | null>;
  /**
   * Subscribes to saves by the frame's own buttons; the listener gets the id of a copy at the service. Returns the unsubscribe function.
   */
  hear: (listener: (copyId: string | null) => void) => () => void;
};

/** What a part knows about the open report, and what it may ask of it. */
export type ViewerContext = {
  reportId: string;
  /** Set as soon as a list or the server has returned it. */
  report: ReportCard | undefined;
  /** The viewer's data, once the server has returned it. */
  facts: ReportView | undefined;
  /** The report has loaded and accepts calls. */
  ready: boolean;
  phone: boolean;
  /** The current page and all pages, as far as known. */
  page: { name: string; title: string } | null;
  pages: readonly { name: string; title: string; hidden: boolean }[];
  /** Current page, filters and slicers as an opaque state; null when the report does not return it. */
  capture: () => Promise<string | null>;
  /** The same as a saved view stores it, with its page and filter choices. */
  moment: () => Promise<ViewContent | null>;
  /** The open view, and whether it was changed since. */
  view: OpenView | null;
  changed: boolean;
  /** The report was restored as this user last left it. */
  asLeft: boolean;
  openView: (id: string) => void;
  /** Drops the stored filters and opens the report as its author made it. */
  openOriginal: () => void;
  editing: ViewerEditing;
  /** The report is tested as another user: nothing of the current user applies to it. */
  testing: boolean;
};
