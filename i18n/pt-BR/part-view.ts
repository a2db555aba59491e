import type { view as defining } from '../en-US/part-view.ts';
import type { Texts } from '../types.ts';
import { catalogs } from './catalogs.ts';
import { comments } from './comments.ts';
import { companies } from './companies.ts';
import { exports } from './exports.ts';
import { listViews } from './list-views.ts';
import { maintenance } from './maintenance.ts';
import { notices } from './notices.ts';
import { notificationsInbox } from './notifications-inbox.ts';
import { ownProfile } from './own-profile.ts';
import { palette } from './palette.ts';
import { partnerAccess } from './partner-access.ts';
import { remoteAccess } from './remote-access.ts';
import { reportAccessTest } from './report-access-test.ts';
import { reportViews } from './report-views.ts';
import { reports } from './reports.ts';
import { shell } from './shell.ts';
import { ui } from './ui.ts';

export const view: Texts<typeof defining> = {
  ...catalogs,
  ...comments,
  ...companies,
  ...exports,
  ...listViews,
  ...maintenance,
  ...notices,
  ...notificationsInbox,
  ...ownProfile,
  ...palette,
  ...partnerAccess,
  ...remoteAccess,
  ...reportAccessTest,
  ...reports,
  ...reportViews,
  ...shell,
  ...ui,
};
