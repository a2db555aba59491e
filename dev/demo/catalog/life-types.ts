import type { NotificationKind } from '../../../domain/notifications/kinds.ts';
import type { SettingsForm } from '../../../domain/settings/contract.ts';

export type DemoLanguage = 'pt-BR' | 'pt-PT' | 'es' | 'en-US';
export type RlsIdentity = { username: string; roles: string[] };

// The activity of a tenant's people so far. Reports are named by their key, people by their e-mail.

/** A report's properties besides its title; missing ones have the product's defaults. */
type DemoOptions = Partial<{
  owner: string;
  /** Its words in the catalog, which also put it there. */
  catalog: string;
  restriction: 'filters' | 'rls';
  allowEdit: boolean;
  resolution: string;
  orientation: 'landscape' | 'portrait';
  onApp: boolean;
  watermark: 'on' | 'off';
  texts: Partial<Record<DemoLanguage, { title: string; description: string }>>;
}>;

/** `members` are departments and e-mails; `reports` those that the group has been given. */
type DemoUserGroup = { name: string; description: string; members: string[]; reports: string[] };

type DemoFilter = { table: string; column: string; operator: 'In'; values: string[] };
export type DemoRequest = {
  report: string;
  by: string;
  justification: string;
  wishedDays: number | null;
  askedDaysAgo: number;
  /** Null while undecided. */
  decision: {
    state: 'granted' | 'denied' | 'cancelled' | 'expired' | 'revoked' | 'ended';
    daysAgo: number;
    by?: string;
    reason?: string;
    identity?: RlsIdentity;
    filters?: DemoFilter[];
    /** Days from now; below zero it is over. */
    validForDays?: number;
  } | null;
};

export type DemoWindow = {
  target: 'report' | 'subgroup' | 'group' | 'unit';
  /** Key of the report or group, `group/subgroup`, or null for the unit. */
  key: string | null;
  title: string;
  text: string;
  /** Minutes from now, or the coming Sunday at this minute of the day (UTC), a day ahead at least. */
  starts: { inMinutes: number } | { sundayAtUtc: number };
  minutes: number;
  announceHours: number;
  by: string;
};

/** The page by its place in the report, and the values that are chosen on it. */
export type DemoView = {
  report: string;
  by: string;
  name: string;
  page: number;
  regions: string[];
  shared?: true;
  forAll?: true;
};

type DemoComment = {
  report: string;
  by: string;
  text: string;
  mentions: string[];
  minutesAgo: number;
  page: number | null;
  answers: { by: string; text: string; minutesAgo: number }[];
};

export type DemoPlaylist = {
  name: string;
  description: string;
  owner: string;
  items: { report: string; page: number; seconds: number; weekdays?: true }[];
  /** Names of user groups. */
  sharedWith: string[];
  display: { name: string; place: string; identity: RlsIdentity | null; seenMinutesAgo: number } | null;
};

/** Notifications that don't follow from the rest. */
type DemoNews = {
  to: string;
  kind: NotificationKind;
  vars: Record<string, string | number>;
  report: string | null;
  /** Where it leads to when not to the report. */
  link?: string;
  minutesAgo: number;
};

export type DemoLife = {
  options: Record<string, DemoOptions>;
  userGroups: DemoUserGroup[];
  requests: DemoRequest[];
  windows: DemoWindow[];
  views: DemoView[];
  comments: DemoComment[];
  playlists: DemoPlaylist[];
  news: DemoNews[];
  settings: Partial<SettingsForm>;
  /** Its own mail server: the catcher, under this name and address. */
  mailServer: { name: string; email: string } | null;
  /** On how many of 100 working days each person opens reports. */
  activity: number;
};

export const noLife: DemoLife = {
  ...{ options: {}, userGroups: [], requests: [], windows: [], views: [], comments: [], playlists: [], news: [] },
  ...{ settings: {}, mailServer: null, activity: 0 },
};
