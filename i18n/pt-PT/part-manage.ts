import type { manage as defining } from '../en-US/part-manage.ts';
import type { Texts } from '../types.ts';
import { auditLogValues } from './audit-log-values.ts';
import { customFields } from './custom-fields.ts';
import { identities } from './identities.ts';
import { jobs } from './jobs.ts';
import { overview } from './overview.ts';
import { playlists } from './playlists.ts';
import { reportAccess } from './report-access.ts';
import { reportAccessExplain } from './report-access-explain.ts';
import { reportGroups } from './report-groups.ts';
import { reportManagement } from './report-management.ts';
import { reportsFilters } from './reports-filters.ts';
import { usage } from './usage.ts';
import { userGroups } from './user-groups.ts';
import { userImports } from './user-imports.ts';
import { userImportsWords } from './user-imports-words.ts';
import { users } from './users.ts';

export const manage: Texts<typeof defining> = {
  ...auditLogValues,
  ...customFields,
  ...identities,
  ...jobs,
  ...overview,
  ...playlists,
  ...reportAccess,
  ...reportAccessExplain,
  ...reportGroups,
  ...reportManagement,
  ...reportsFilters,
  ...usage,
  ...userGroups,
  ...userImports,
  ...userImportsWords,
  ...users,
};
