import { accounts } from './accounts.ts';
import { catalogs } from './catalogs.ts';
import { comments } from './comments.ts';
import { companies } from './companies.ts';
import { confirmLink } from './confirm-link.ts';
import { embedded } from './embedded.ts';
import { exports } from './exports.ts';
import { inbox } from './inbox.ts';
import { listViews } from './list-views.ts';
import { maintenance } from './maintenance.ts';
import { own } from './own.ts';
import { palette } from './palette.ts';
import { partnerAccess } from './partner-access.ts';
import { player } from './player.ts';
import { remote } from './remote.ts';
import { reportTrying } from './report-trying.ts';
import { reportViews } from './report-views.ts';
import { reports } from './reports.ts';
import { shell } from './shell.ts';
import { twoFactor } from './two-factor.ts';
import { ui } from './ui.ts';

// For everyone who is signed in: the shell, reports, and their own account.
export const view = {
  ...accounts,
  ...catalogs,
  ...comments,
  ...companies,
  ...confirmLink,
  ...embedded,
  ...exports,
  ...inbox,
  ...listViews,
  ...maintenance,
  ...own,
  ...palette,
  ...partnerAccess,
  ...player,
  ...remote,
  ...reports,
  ...reportTrying,
  ...reportViews,
  ...shell,
  ...twoFactor,
  ...ui,
};
