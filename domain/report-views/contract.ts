import * as z from 'zod/mini';
import { viewing, visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { done, flag, id, instant, nameText, optionalText, version, whole } from '../contract/fields.ts';
import { shareLimits, viewLimits } from './limits.ts';
import { frameState, openView, viewContent } from './view.ts';

const screens = ['reports/view', 'management/view'] as const;
// A state of 64 kB and its texts.
const maxBytes = 96 * 1024;

export const saveFilters = endpoint({
  method: 'POST',
  path: '/api/auth/report_view/save/user-report-filters',
  needs: 'views.edit',
  kinds: viewing,
  screens,
  summary: 'Saves the state in which the caller leaves a report, to restore it next time (save_filter, BEHAVIOUR 17).',
  input: z.strictObject({ filters: z.strictObject({ reportId: id, state: frameState, chosen: z._default(whole(0, 1000), 0) }) }),
  output: done,
  errors: ['not_found', 'function_disabled'],
  maxBytes,
});

export const resetFilters = endpoint({
  method: 'DELETE',
  path: '/api/auth/report_view/save/user-report-filters',
  needs: 'views.edit',
  kinds: viewing,
  screens,
  summary: 'Deletes the caller’s saved report state; the report opens as published.',
  input: z.strictObject({ reportId: id }),
  output: done,
});

export const listViews = endpoint({
  method: 'GET',
  path: '/api/auth/reports/{id}/views',
  needs: 'reports.view',
  kinds: viewing,
  screens,
  summary: 'Lists the saved views of a report the caller may open: own ones, then shared ones with their owner.',
  input: z.strictObject({ id }),
  output: z.object({
    views: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        page: z.nullable(z.string()),
        pageTitle: z.nullable(z.string()),
        mine: flag,
        shared: flag,
        owner: z.string(),
        forAll: flag,
        forMe: flag,
        version: z.number(),
        updatedAt: instant,
      }),
    ),
    own: z.number(),
    limit: z.number(),
  }),
  errors: ['not_found'],
});
export type ListedView = z.infer<typeof listViews.output>['views'][number];

export const readView = endpoint({
  method: 'GET',
  path: '/api/auth/report_views/{id}',
  needs: 'reports.view',
  kinds: viewing,
  screens,
  summary: 'Returns one saved view to open; absent, foreign and unshared ones get the same answer.',
  input: z.strictObject({ id }),
  output: openView,
  errors: ['not_found'],
});

export const addView = endpoint({
  method: 'POST',
  path: '/api/auth/reports/{id}/views',
  needs: 'views.edit',
  kinds: viewing,
  screens,
  summary: 'Saves the current state of a report as a named view.',
  input: z.strictObject({ id, name: nameText(viewLimits.name), shared: z._default(flag, 'N'), content: viewContent }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['not_found', 'name_taken', 'view_limit_reached'],
  maxBytes,
});

export const editView = endpoint({
  method: 'PUT',
  path: '/api/auth/report_views/{id}',
  needs: 'views.edit',
  kinds: viewing,
  screens,
  summary: 'Updates the caller’s own saved view: name, sharing and, if given, the state it shows.',
  input: z.strictObject({ id, version, name: nameText(viewLimits.name), shared: flag, content: z.optional(viewContent) }),
  output: z.object({ version: z.number() }),
  errors: ['not_found', 'name_taken', 'changed_meanwhile'],
  maxBytes,
});

export const removeView = endpoint({
  method: 'DELETE',
  path: '/api/auth/report_views/{id}',
  needs: 'views.edit',
  kinds: viewing,
  screens,
  summary: 'Deletes the caller’s own saved view or, for administrators of reports, a shared one.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found'],
});

export const chooseView = endpoint({
  method: 'PUT',
  path: '/api/auth/reports/{id}/views/default',
  needs: 'views.edit',
  kinds: viewing,
  screens,
  summary: 'Sets the saved view a report opens with for the caller; null falls back to the default for everyone.',
  input: z.strictObject({ id, viewId: z.nullable(id) }),
  output: done,
  errors: ['not_found'],
});

export const chooseViewForAll = endpoint({
  method: 'PUT',
  path: '/api/auth/reports/{id}/views/default_for_all',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Sets the shared view a report opens with for everyone without a choice of their own; null for none.',
  input: z.strictObject({ id, viewId: z.nullable(id) }),
  output: done,
  errors: ['not_found'],
});

export const waitForData = endpoint({
  method: 'PUT',
  path: '/api/auth/reports/{id}/fresh_notice',
  needs: 'views.edit',
  kinds: viewing,
  screens,
  summary: 'Subscribes the caller to one notification when the report has newer data. Idempotent.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found'],
});

export const stopWaiting = endpoint({
  method: 'DELETE',
  path: '/api/auth/reports/{id}/fresh_notice',
  needs: 'views.edit',
  kinds: viewing,
  screens,
  summary: 'Cancels the caller’s notification about newer data.',
  input: z.strictObject({ id }),
  output: done,
});

export const findReceivers = endpoint({
  method: 'GET',
  path: '/api/auth/reports/{id}/receivers',
  needs: 'views.edit',
  kinds: viewing,
  screens,
  summary: 'Lists users of the tenant to send a report to, by prefix of a name or e-mail address.',
  input: z.strictObject({ id, q: z.string().check(z.trim(), z.minLength(2, 'invalid'), z.maxLength(100, 'too_long')) }),
  output: z.object({ people: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })) }),
  errors: ['not_found'],
});

export const shareReport = endpoint({
  method: 'POST',
  path: '/api/auth/reports/{id}/share',
  needs: 'views.edit',
  kinds: viewing,
  screens,
  summary: 'Sends the link of a report to users who may see it; those who may not are returned by name and get nothing.',
  input: z.strictObject({
    id,
    people: z.array(id).check(z.minLength(1, 'required'), z.maxLength(shareLimits.atOnce, 'too_long')),
    message: optionalText(shareLimits.message),
    page: z.optional(z.string().check(z.minLength(1, 'invalid'), z.maxLength(viewLimits.pageName, 'too_long'))),
    viewId: z.optional(id),
  }),
  output: z.object({ told: z.number(), without: z.array(z.object({ id: z.string(), name: z.string() })) }),
  errors: ['not_found', 'share_limit_reached'],
});
