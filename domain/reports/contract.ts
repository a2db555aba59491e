import * as z from 'zod/mini';
import { viewing } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { done, flag, id, instant, nothing } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { buildRecord } from '../fields/fields.ts';
import { shownNotice } from '../notices/shown.ts';
import { menuTexts } from '../report-groups/fields.ts';
import { opening } from '../report-views/view.ts';
import { reportFilter } from './filters.ts';

export const coverKinds = ['ridge', 'bars', 'dunes', 'contour', 'dots'] as const;
const embedRights = z.enum(['view', 'edit']);
export const freshness = z.enum(['fresh', 'late', 'failed', 'unknown']);

/** '1': only what is shown on phones and in the installed app. */
const app = z.optional(z.literal('1'));
const place = z.nullable(z.object({ id: z.string(), name: z.string(), hue: z.number() }));
const subplace = z.nullable(z.object({ id: z.string(), name: z.string() }));

/** A report as cards and lists show it. `seed` and `hue` generate the cover of a report that has none. */
const reportCard = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  kind: z.enum(['powerbi', 'external']),
  group: place,
  subgroup: subplace,
  cover: z.object({ kind: z.enum(coverKinds), file: z.nullable(z.string()) }),
  verified: z.boolean(),
  isNew: z.boolean(),
  hidden: z.boolean(),
  favorite: z.boolean(),
  maintenanceUntil: z.nullable(instant),
  dataAt: z.nullable(instant),
  freshness,
  addedAt: instant,
  addedBy: z.nullable(z.string()),
  viewedAt: z.nullable(instant),
  embedUrl: z.nullable(z.string()),
  serviceId: z.nullable(z.string()),
});
export type ReportCard = z.infer<typeof reportCard>;

/** How a user left a report: the page, and the number of filters it opens with again. */
const recentReport = z.object({
  ...reportCard.shape,
  left: z.object({ page: z.nullable(z.object({ name: z.string(), title: z.string() })), filters: z.number() }),
});
export type RecentReport = z.infer<typeof recentReport>;

/** `own`: the order of the user's favorites, which is their default. */
const reportSorts = ['title', 'added', 'data', 'own'] as const;

export const listReports = endpoint({
  method: 'GET',
  path: '/api/auth/reports',
  needs: 'reports.view',
  kinds: viewing,
  screens: ['all/reports', '{id}/reports', 'reports'],
  summary: 'Lists the reports the caller may see: all, of a group, of a sub-group, or their favorites.',
  input: z.strictObject({
    ...listInput(reportSorts),
    group: z.optional(id),
    subgroup: z.optional(id),
    favorites: z.optional(z.literal('1')),
    app,
  }),
  output: page(reportCard),
});

export const dashboard = endpoint({
  method: 'GET',
  path: '/api/auth/dashboard',
  needs: 'reports.view',
  kinds: viewing,
  summary: 'Returns the home page in one answer: favorites, recent and newest reports, and the groups.',
  input: z.strictObject({ app }),
  output: z.object({
    favorites: z.array(reportCard),
    recents: z.array(recentReport),
    latest: z.array(reportCard),
    /** By the user's own visits of the last 30 days. */
    mostUsed: z.array(z.object({ ...reportCard.shape, visits: z.number() })),
    groups: z.array(z.object({ id: z.string(), name: z.string(), hue: z.number(), reports: z.number(), subgroups: z.array(z.string()) })),
    counts: z.object({ reports: z.number(), favorites: z.number(), updatedToday: z.number(), addedThisWeek: z.number() }),
    notices: z.array(shownNotice),
    /** Names of the required fields that the user still has to fill in. */
    missing: z.array(z.string()),
  }),
});

// Administrators' texts about groups, for viewers.
const menuShape = buildRecord(menuTexts, () => z.string());

export const menuReports = endpoint({
  method: 'GET',
  path: '/api/auth/group_reports/get/config/menu/reports',
  needs: 'reports.view',
  kinds: viewing,
  summary: 'Returns the menu tree, filtered by what the caller may see (BEHAVIOUR 16).',
  input: z.strictObject({ app }),
  output: z.object({
    groups: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        ...menuShape,
        owner: z.nullable(z.string()),
        hue: z.number(),
        reports: z.number(),
        subgroups: z.array(z.object({ id: z.string(), name: z.string(), ...menuShape, reports: z.number() })),
      }),
    ),
    total: z.number(),
    favorites: z.number(),
  }),
});
export type MenuGroup = z.infer<typeof menuReports.output>['groups'][number];

export const selectReports = endpoint({
  method: 'GET',
  path: '/api/auth/group_reports/get/reports/all/select',
  needs: 'reports.view',
  kinds: viewing,
  summary: 'Lists id and title of every report the caller may see, for pickers (BEHAVIOUR 16).',
  input: nothing,
  output: z.object({ reports: z.array(z.object({ id: z.string(), title: z.string() })) }),
});

export const reportExists = endpoint({
  method: 'POST',
  path: '/api/auth/report_view/check/exist/report',
  needs: 'reports.view',
  kinds: viewing,
  reads: true,
  summary: 'Checks whether the caller may see a report; an absent report and a forbidden one get the same answer.',
  input: z.strictObject({ reportId: id }),
  output: z.object({ exists: z.boolean() }),
});

/** The next window, or a running one that only warns, in the user's language (BEHAVIOUR 7). */
const announcedWindow = z.object({ title: z.string(), text: z.string(), startsAt: instant, endsAt: instant, blocks: flag });

/** The overlay of a watermarked report; the client corrects its clock by `serverNow` (BEHAVIOUR 12). */
const watermark = z.object({
  template: z.string(),
  opacity: z.number(),
  who: z.object({ email: z.string(), name: z.string(), unit: z.string(), ip: z.string() }),
  serverNow: instant,
});
export type Watermark = z.infer<typeof watermark>;

/** What the viewer shows and offers for one report. */
export const reportView = z.object({
  ...reportCard.shape,
  external: z.nullable(z.object({ url: z.string(), frame: z.nullable(z.string()) })),
  options: z.object({
    navigationPanel: z.boolean(),
    sideFilter: z.boolean(),
    hiddenPages: z.boolean(),
    visualHeaders: z.boolean(),
    mobileBackground: z.boolean(),
    orientation: z.enum(['landscape', 'portrait', 'auto']),
    showLastUpdate: z.boolean(),
    tenantColors: z.boolean(),
    showName: flag,
    /** As typed, `1920x1080`. */
    resolution: z.nullable(z.string()),
    saveFilter: flag,
  }),
  maintenance: z.nullable(z.object({ title: z.string(), text: z.string(), until: instant })),
  announced: z.nullable(announcedWindow),
  prevented: z.nullable(z.enum(['report_in_maintenance', 'rls_identity_missing'])),
  watermark: z.nullable(watermark),
  opening,
  tellsWhenFresh: z.boolean(),
});
export type ReportView = z.infer<typeof reportView>;

export const readReport = endpoint({
  method: 'GET',
  path: '/api/auth/reports/{id}',
  needs: 'reports.view',
  kinds: viewing,
  screens: ['reports/view', 'reports/external', 'management/view'],
  summary: 'Returns one report with what its viewer needs before an embed token.',
  input: z.strictObject({ id }),
  output: reportView,
  errors: ['not_found'],
});

/** What a frame needs to show a report under one identity; filters shape the view and don't protect anything. */
export const embedded = z.object({
  type: z.enum(['report', 'paginated']),
  id: z.string(),
  groupId: z.nullable(z.string()),
  embedUrl: z.string(),
  token: z.string(),
  expiresAt: instant,
  serverNow: instant,
  rights: embedRights,
  filters: z.array(reportFilter),
});

export type Embedded = z.infer<typeof embedded>;

export const embedReport = endpoint({
  method: 'POST',
  path: '/api/auth/reports/{id}/embed',
  needs: 'reports.view',
  kinds: viewing,
  reads: true,
  screens: ['reports/view', 'management/view'],
  summary: 'Issues an embed token for a report under the effective RLS identity (REPORT_SERVICE 4).',
  input: z.strictObject({ id, rights: z._default(embedRights, 'view') }),
  output: embedded,
  errors: [
    'not_found',
    'edit_not_permitted',
    'rls_identity_missing',
    'report_in_maintenance',
    'capacity_paused',
    'report_service_down',
    'report_service_throttled',
    'report_service_refused',
    'report_identity_refused',
    'report_missing_at_service',
    'report_account_refused',
  ],
});

export const readRefreshes = endpoint({
  method: 'GET',
  path: '/api/auth/reports/{id}/refreshes',
  needs: 'reports.view',
  kinds: viewing,
  screens: ['reports/view', 'management/view'],
  summary: 'Lists the latest data refreshes of a report at the service.',
  input: z.strictObject({ id }),
  output: z.object({
    dataAt: z.nullable(instant),
    freshness,
    /** When the service next loads by its schedule, if known. */
    nextAt: z.nullable(instant),
    runs: z.array(
      z.object({ startedAt: instant, endedAt: z.nullable(instant), outcome: z.enum(['running', 'completed', 'failed', 'disabled']) }),
    ),
  }),
  errors: [
    'not_found',
    'capacity_paused',
    'report_service_down',
    'report_service_throttled',
    'report_service_refused',
    'report_identity_refused',
    'report_missing_at_service',
    'report_account_refused',
  ],
});

export const addFavorite = endpoint({
  method: 'PUT',
  path: '/api/auth/reports/{id}/favorite',
  needs: 'favorites.edit',
  kinds: viewing,
  summary: 'Adds a report to the caller’s favorites. Idempotent.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found'],
});

export const removeFavorite = endpoint({
  method: 'DELETE',
  path: '/api/auth/reports/{id}/favorite',
  needs: 'favorites.edit',
  kinds: viewing,
  summary: 'Removes a report from the caller’s favorites. Idempotent.',
  input: z.strictObject({ id }),
  output: done,
});

export const orderFavorites = endpoint({
  method: 'PUT',
  path: '/api/auth/favorites/order',
  needs: 'favorites.edit',
  kinds: viewing,
  summary: 'Reorders the caller’s favorites.',
  input: z.strictObject({ ids: z.array(id).check(z.maxLength(200, 'too_long')) }),
  output: done,
});

export const searchAll = endpoint({
  method: 'GET',
  path: '/api/auth/search',
  needs: 'reports.view',
  kinds: viewing,
  summary:
    'Searches reports, groups, sub-groups, requestable catalog reports and, for their administrators, users, by prefixes of ' +
    'words; used by the command palette.',
  input: z.strictObject({ app, q: z.string().check(z.trim(), z.minLength(2, 'invalid'), z.maxLength(100, 'too_long')) }),
  output: z.object({
    reports: z.array(reportCard),
    groups: z.array(z.object({ id: z.string(), name: z.string(), hue: z.number() })),
    subgroups: z.array(z.object({ id: z.string(), name: z.string(), group: z.string(), hue: z.number() })),
    people: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
    /** Reports of the catalog that this user doesn't see and may ask for. */
    catalog: z.array(z.object({ id: z.string(), title: z.string(), group: z.nullable(z.string()) })),
  }),
});

/** What a visit reports: the current page, and whether it begins, continues or ends. */
export const visitFields = {
  page: z.optional(z.nullable(z.string().check(z.maxLength(200, 'too_long')))),
  state: z.enum(['open', 'beat', 'closed']),
  /** Whether a person gave a sign of life since the last call; a page of an older version doesn't say. */
  alive: z.optional(flag),
};

export const logView = endpoint({
  method: 'POST',
  path: '/api/auth/log/report/page/view',
  needs: 'reports.view',
  kinds: viewing,
  reads: true,
  summary: 'Records a report view: opens it, then a heartbeat every 60 s; the answer is “ended” once access is lost.',
  input: z.strictObject({
    reportId: id,
    visitId: id,
    ...visitFields,
  }),
  output: z.object({
    status: z.enum(['ok', 'ended']),
    reason: z.nullable(z.enum(['not_found', 'report_in_maintenance', 'rls_identity_missing'])),
    /** A fingerprint of the identity and filters in force: if it changes, the open view no longer matches the user's access. */
    access: z.nullable(z.string()),
    announced: z.nullable(announcedWindow),
    /** When the report's capacity pauses because no one uses it; *Keep viewing* prevents it. */
    pauseAt: z.nullable(instant),
    /** When its hours end and it stops although people look, and the minutes before that at which they were last notified. */
    stopsAt: z.nullable(instant),
    forceStop: z.nullable(z.number()),
  }),
});
