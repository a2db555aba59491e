import type { ReactNode } from 'react';
import type { ReportCard, ReportView } from '../../domain/reports/contract.ts';
import type { OpenView, ViewContent } from '../../domain/views/view.ts';
import type { Icon } from '../ui/icons.ts';

/** One thing that can be done with the report on show. The bar, its menu, the foot of a phone and the keys are made of these. */
export type ViewerAction = {
  id: string;
  icon: Icon;
  label: string;
  /** A shorter word for the foot of a phone; without it the action is in the menu there. */
  foot?: string;
  /** Named buttons stand first, icons after them; `menu` is for what is needed seldom. Under 1100 px all but the first go into the menu. */
  at: 'named' | 'icon' | 'menu';
  /** The letter that does the same (UI 7). */
  key?: string;
  /** For what is on or off. */
  pressed?: boolean;
  /** How many of them: filters in force, comments. */
  count?: number;
  disabledReason?: string | null;
  run: () => void;
};

/** A part of the viewer: its action, a panel that hangs on the action (a sheet on a phone), and dialogs that need no place. */
export type ViewerPart = {
  action?: ViewerAction | null;
  panel?: { opened: boolean; close: () => void; title: string; content: ReactNode };
  dialog?: ReactNode;
};

/** Editing in place, as the frame does it; saving answers null or false when the service refused. */
export type ViewerEditing = {
  on: boolean;
  start: () => void;
  stop: () => void;
  unsaved: () => Promise<boolean>;
  save: () => Promise<boolean>;
  saveAs: (name: string) => Promise<string | null>;
  /** Hears of a save by the frame's own buttons, with the id of a copy at the service; returns how to stop. */
  hear: (listener: (copyId: string | null) => void) => () => void;
};

/** What a part knows of the report on show, and what it may ask of it. */
export type ViewerContext = {
  reportId: string;
  /** As soon as some list or the server has said it. */
  report: ReportCard | undefined;
  /** What its viewer needs, once the server has said it. */
  facts: ReportView | undefined;
  /** The report stands and can be asked. */
  ready: boolean;
  phone: boolean;
  /** The page on show and all pages, as far as they are known. */
  page: { name: string; title: string } | null;
  pages: readonly { name: string; title: string; hidden: boolean }[];
  /** Page, filters and slicers of this moment, opaque; null when the report does not give them. */
  capture: () => Promise<string | null>;
  /** The same as a view keeps it, with its page and the choices beside it. */
  moment: () => Promise<ViewContent | null>;
  /** The view that is open, and whether something was changed since. */
  view: OpenView | null;
  changed: boolean;
  /** The report stands as this person left it last time. */
  asLeft: boolean;
  openView: (id: string) => void;
  /** Forgets what was kept and opens the report as its author made it. */
  openOriginal: () => void;
  editing: ViewerEditing;
  /** The report is tried as somebody else: nothing of it is one's own. */
  testing: boolean;
};
