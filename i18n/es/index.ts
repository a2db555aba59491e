import type { texts as defining } from '../en-US/index.ts';
import type { Texts } from '../types.ts';
import { accessWhy } from './access-why.ts';
import { accounts } from './accounts.ts';
import { auditValues } from './audit-values.ts';
import { catalogs } from './catalogs.ts';
import { comments } from './comments.ts';
import { companies } from './companies.ts';
import { customFields } from './custom-fields.ts';
import { embedding } from './embedding.ts';
import { entra } from './entra.ts';
import { entry } from './entry.ts';
import { exports } from './exports.ts';
import { filterWords } from './filter-words.ts';
import { groups } from './groups.ts';
import { identities } from './identities.ts';
import { inbox } from './inbox.ts';
import { listViews } from './list-views.ts';
import { mail } from './mail.ts';
import { mailLog } from './mail-log.ts';
import { maintenance } from './maintenance.ts';
import { notifications } from './notifications.ts';
import { palette } from './palette.ts';
import { parties } from './parties.ts';
import { partnerSwitch } from './partner-switch.ts';
import { partners } from './partners.ts';
import { playlists } from './playlists.ts';
import { records } from './records.ts';
import { registration } from './registration.ts';
import { remote } from './remote.ts';
import { reportAccess } from './report-access.ts';
import { reportManagement } from './report-management.ts';
import { reports } from './reports.ts';
import { saml } from './saml.ts';
import { scim } from './scim.ts';
import { service } from './service.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { tenants } from './tenants.ts';
import { twoFactor } from './two-factor.ts';
import { ui } from './ui.ts';
import { usage } from './usage.ts';
import { userGroups } from './user-groups.ts';
import { userImportWords } from './user-import-words.ts';
import { userImports } from './user-imports.ts';
import { users } from './users.ts';
import { views } from './views.ts';

export const texts: Texts<typeof defining> = {
  ...records,
  ...auditValues,
  ...filterWords,
  ...mailLog,
  ...registration,
  ...parties,
  ...tenants,
  ...entra,
  ...entry,
  ...accounts,
  ...catalogs,
  ...comments,
  ...companies,
  ...partnerSwitch,
  ...customFields,
  ...exports,
  ...partners,
  ...groups,
  ...maintenance,
  ...remote,
  ...scim,
  ...reportAccess,
  ...accessWhy,
  ...reportManagement,
  ...playlists,
  ...embedding,
  ...reports,
  ...identities,
  ...inbox,
  ...listViews,
  ...mail,
  ...notifications,
  ...palette,
  ...saml,
  ...service,
  ...settings,
  ...shell,
  ...ui,
  ...users,
  ...userImportWords,
  ...userImports,
  ...views,
  ...twoFactor,
  ...usage,
  ...userGroups,
};
