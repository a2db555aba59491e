import type { manage as defining } from '../en-US/part-manage.ts';
import type { Texts } from '../types.ts';
import { accessWhy } from './access-why.ts';
import { auditLogValues } from './audit-log-values.ts';
import { customFields } from './custom-fields.ts';
import { filterWords } from './filter-words.ts';
import { identities } from './identities.ts';
import { jobs } from './jobs.ts';
import { overview } from './overview.ts';
import { playlists } from './playlists.ts';
import { reportAccess } from './report-access.ts';
import { reportGroups } from './report-groups.ts';
import { reportManagement } from './report-management.ts';
import { usage } from './usage.ts';
import { userGroups } from './user-groups.ts';
import { userImportWords } from './user-import-words.ts';
import { userImports } from './user-imports.ts';
import { users } from './users.ts';

export const manage: Texts<typeof defining> = {
  ...accessWhy,
  ...auditLogValues,
  ...customFields,
  ...filterWords,
  ...identities,
  ...jobs,
  ...overview,
  ...playlists,
  ...reportAccess,
  ...reportGroups,
  ...reportManagement,
  ...usage,
  ...userGroups,
  ...userImports,
  ...userImportWords,
  ...users,
};
