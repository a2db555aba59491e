import type { Profile, UserFlag } from '../../../domain/access/profile.ts';
import type { NoticeTexts } from '../../../domain/notices/texts.ts';
import type { GroupTexts } from '../../../domain/report-groups/fields.ts';
import type { Theme } from '../../../domain/themes/theme.ts';
import type { DemoLanguage, DemoLife, RlsIdentity } from './life-types.ts';

export type TenantKey = 'mirante' | 'numera' | 'vertice' | 'aurora' | 'sierra' | 'cerrado';
export type CoverKind = 'ridge' | 'bars' | 'dunes' | 'contour' | 'dots';
type Position = 'director' | 'supervisor' | 'manager' | 'analyst' | 'other';

/** What a dataset is about; it decides names, units and sizes of everything its reports show. */
export type Subject =
  | 'sales'
  | 'finance'
  | 'logistics'
  | 'stock'
  | 'production'
  | 'people'
  | 'marketing'
  | 'hospital'
  | 'energy'
  | 'usage'
  | 'portfolio';

/** The figure a report is mostly about. */
export type Measure = 'amount' | 'count' | 'average' | 'margin' | 'rate';

/** Under which name and roles the report service filters rows for this person. */

export type DemoPerson = {
  /** Id of the user in this tenant. */
  id: string;
  /** The login is one per e-mail: the same address in two tenants is one account with two users. */
  email: string;
  name: string;
  profile: Profile;
  status: 'A' | 'B' | 'I' | 'D' | 'T';
  flags: UserFlag[];
  department: string;
  position: Position;
  language: DemoLanguage;
  rls: RlsIdentity | null;
  /** Invited so many days ago without accepting: no account yet. */
  invitedDaysAgo: number | null;
  /** The access ends so many days from now. */
  endsInDays: number | null;
  /** Keys of reports, in order. */
  favorites: string[];
  visits: { report: string; page: string | null; minutesAgo: number; seconds: number }[];
};

/** Departments and e-mails of the only people who see it; null for everyone. */
type Viewers = string[] | null;

type DemoSubgroup = GroupTexts & { id: string; key: string; name: string; viewers: Viewers };
export type DemoGroup = GroupTexts & {
  id: string;
  key: string;
  name: string;
  /** E-mail of a person of this tenant. */
  owner: string;
  subgroups: DemoSubgroup[];
};

/**
 * Loads run every `everyMinutes`, at `minuteUtc` of the cycle (counted from midnight UTC); the last `failing` loads in a row have failed.
 * With `missed` the last ones did not even start, as after switching the schedule off.
 */
export type RefreshPlan = { everyMinutes: number; minuteUtc: number; failing: number; missed?: number };

export type DemoDataset = {
  id: string;
  key: string;
  name: string;
  workspaceId: string;
  subject: Subject;
  /** Role → the column its members are filtered by (their username is the value), or null for a role without a filter. */
  roles: Record<string, 'region' | 'member' | null>;
  refresh: RefreshPlan;
};

/** The ids of a report at the report service. */
type ServiceReport = { workspaceId: string; reportId: string; datasetId: string };

export type DemoReport = {
  id: string;
  key: string;
  title: string;
  description: string;
  /** Keys of a group and one of its sub-groups. */
  group: string;
  subgroup: string | null;
  cover: CoverKind;
  measure: Measure;
  verified: boolean;
  hidden: boolean;
  /** Null for an external link. */
  service: ServiceReport | null;
  externalUrl: string | null;
  /** True when its dataset has row-level roles, so that a viewer without an identity is refused. */
  needsRls: boolean;
  /** The report service answers an error whenever a token for it is asked. */
  failsAlways: boolean;
  maintenance: { title: string; text: string; untilMinutesFromNow: number } | null;
  addedMinutesAgo: number;
  /** E-mail of a person of this tenant. */
  addedBy: string;
  viewers: Viewers;
};

/** An unpublished report of the service. */
export type UnpublishedReport = Pick<DemoReport, 'key' | 'title' | 'description' | 'cover' | 'measure'> & { service: ServiceReport };

type DemoWorkspace = { id: string; name: string };
export type DemoServiceAccount = {
  id: string;
  name: string;
  directoryId: string;
  appId: string;
  objectId: string;
  secret: string;
  secretEndsInDays: number;
  workspaces: DemoWorkspace[];
};

export type DemoNotice = {
  id: string;
  title: string;
  text: string;
  severity: 'info' | 'warning' | 'error';
  texts: NoticeTexts;
  /** On the sign-in page; otherwise on home, must be acknowledged, and is planned or was withdrawn, so that no one is stopped. */
  home: 'planned' | 'withdrawn' | null;
};

export type DemoTenant = {
  key: TenantKey;
  id: string;
  kind: 'platform' | 'partner' | 'unit';
  parent: TenantKey | null;
  name: string;
  /** `<subdomain>.localhost`; `isDefaultHost` also answers plain localhost. */
  subdomain: string;
  isDefaultHost: boolean;
  status: 'A' | 'T';
  trialEndsInDays: number | null;
  createdDaysAgo: number;
  userLimit: number | null;
  language: DemoLanguage;
  timezone: string;
  currency: 'BRL' | 'EUR' | 'CLP' | 'USD';
  theme: Theme;
  account: DemoServiceAccount;
  people: DemoPerson[];
  /** They fill lists and counts; none of them is named as a login. */
  colleagues: DemoPerson[];
  groups: DemoGroup[];
  datasets: DemoDataset[];
  reports: DemoReport[];
  /** Reports in its workspaces that can be imported. */
  unpublished: UnpublishedReport[];
  /** Notices; of those at sign-in of the same severity, the first one is on top. */
  notices: DemoNotice[];
  life: DemoLife;
};
